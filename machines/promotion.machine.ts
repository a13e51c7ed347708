import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { type Promotion, type promotionCalls, promotionCode } from '#contract/promotion.ts'
import { newKey } from '#contract/random.ts'
import { byOutput, call, failureIn } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, refusalIn, setOutcome, whenRefused, whenSeen } from './lib/attempt-owner.ts'

/** Sent by the promotion form to its page once a claim has ended and the player has dismissed its outcome. */
export type PromotionNotice = { type: 'promotion.ended' }
/** The code to claim. */
export type Code = { code: string }
type Input = {
  owner: ActorRef<Snapshot<unknown>, PromotionNotice>
  wallet: Wallet
  /** A claim that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<Code> | null
}

/** Looks up, shows and claims a promotion code. Source: R132, R280–R283, R368–R369, R412. */
export const promotionMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & {
      text: string
      promotion: Promotion | null
      failure: Failure | null
    },
    events: {} as
      | { type: 'code.type'; text: string }
      | { type: 'code.submit' | 'promotion.receive' | 'promotion.leave' | 'promotion.gotIt' }
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    'promotion.find': call<(typeof promotionCalls)['promotion.find']>(),
    attempt: attemptMachine<Code, object>(),
  },
  guards: {
    ...attemptGuards,
    hasCode: ({ context: { text } }) => promotionCode(text) !== '',
    isFound: (_, promotion: Promotion | null | undefined) => Boolean(promotion),
  },
  actions: {
    setText: assign({ text: (_, text: string) => text.toUpperCase(), failure: null }),
    setOutcome: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    clearFailure: assign({ failure: null }),
    clearCode: assign({ text: '', promotion: null, pending: null }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    reportEnded: sendTo(({ context }) => context.owner, { type: 'promotion.ended' }),
  },
}).createMachine({
  id: 'promotion',
  description: 'Looking up and claiming a promotion code.',
  context: ({ input }) => ({ ...input, text: input.pending?.input.code ?? '', promotion: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'receiving' }, { target: 'editing' }] },
    editing: {
      description: 'The player enters a promotion code.',
      on: {
        'code.type': { actions: { type: 'setText', params: ({ event }) => event.text } },
        'code.submit': { guard: 'hasCode', target: 'searching', actions: 'clearFailure' },
      },
    },
    searching: {
      description: 'Looking up the promotion.',
      tags: 'busy',
      invoke: {
        id: 'promotion.find',
        src: 'promotion.find',
        input: ({ context: { text } }) => ({ code: promotionCode(text) }),
        onDone: [
          {
            guard: byOutput('isFound'),
            target: 'found',
            actions: assign({ promotion: ({ event }) => event.output ?? null }),
          },
          { target: 'missing' },
        ],
        onError: { target: 'editing', actions: assign({ failure: failureIn }) },
      },
    },
    missing: {
      description: 'There is no promotion with this code.',
      on: {
        'code.type': { target: 'editing', actions: { type: 'setText', params: ({ event }) => event.text } },
        'code.submit': { guard: 'hasCode', target: 'searching' },
      },
    },
    found: {
      description: 'The promotion is shown and can be claimed.',
      on: {
        'promotion.receive': {
          target: 'receiving',
          actions: assign({
            pending: ({ context: { text } }) => ({ key: newKey(), input: { code: promotionCode(text) } }),
          }),
        },
        'promotion.leave': 'editing',
      },
    },
    receiving: {
      description: 'Claiming the promotion.',
      ...attempting([
        { guard: whenSeen, target: 'editing', actions: ['clearCode', 'reportEnded'] },
        { guard: whenRefused, target: 'refused', actions: setOutcome },
        { target: 'received' },
      ]),
    },
    received: {
      description: 'The promotion is claimed.',
      on: { 'promotion.gotIt': { target: 'editing', actions: ['clearCode', 'reportEnded'] } },
    },
    refused: {
      description: 'The server refused the request; the reason is shown, and the player can correct the code.',
      on: { 'promotion.gotIt': { target: 'editing', actions: ['clearFailure', 'reportEnded'] } },
    },
  },
})
