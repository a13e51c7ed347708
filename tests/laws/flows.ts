import type { AnyStateMachine } from 'xstate'
import { transferCalls } from '#contract/transfer.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import transfer from '#tests/flows/transfer/transfer.model.ts'
import { outsider } from './actors.ts'
import type { Flow } from './flow.ts'

const wallet = outsider('wallet')
const KEYED = 'terms answers: the backend recognises a repeated request'

export const flows = {
  transfer: {
    page: {
      name: 'transfer',
      machine: transferLogic as AnyStateMachine,
      input: () => ({ wallet, to: 'pg', pending: pendingTransfer() }),
    },
    models: { transfer, 'transfer/attempt': attempt },
    player: [
      [
        ['transfer', 'the player enters 1 baht, the minimum'],
        ['transfer', 'the player transfers'],
      ],
      [['transfer', 'the player dismisses the message']],
      [['transfer/attempt', 'the player checks again']],
    ],
    confirms: ['the player transfers'],
    answers: { 'transfer/attempt/terms': [KEYED] },
    calls: { 'transfer/attempt/call': { call: transferCalls['wallet.transfer'], reply: {} } },
    shows: { succeeded: 'done', refused: 'refused' },
    refusals: ['refused'],
  },
} satisfies Record<string, Flow>
