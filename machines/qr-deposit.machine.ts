import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { satang } from '#contract/money.ts'
import {
  canCreateQr,
  isLive,
  type LiveCode,
  type QrCode,
  type QrProvider,
  type QrRule,
  type qrCalls,
} from '#contract/qr.ts'
import { newKey } from '#contract/random.ts'
import { parseAmount } from '#contract/typed.ts'
import { byFailure, byOutput, call, failureIn } from './lib/actors.ts'
import type { QrOwner } from './lib/qr-notice.ts'
import { qrCodeMachine } from './qr-code.machine.ts'

type Input = { provider: QrProvider; rule: QrRule; owner: QrOwner }

/**
 * Deposits by QR code with one provider: shows the open code, or asks for an amount and creates a code.
 * Source: R213–R214, R219, R269–R274, R401, D-15, D-49.
 */
export const qrDepositMachine = setup({
  types: {
    input: {} as Input,
    /** `text` is the amount as typed. */
    context: {} as Input & { text: string; key: string; code: LiveCode | null; failure: Failure | null },
    events: {} as
      | { type: 'tab.shown' }
      | { type: 'amount.type'; text: string }
      | { type: 'qr.create' }
      | { type: 'qr.check' }
      | { type: 'qr.retry' }
      | { type: 'qr.reload' },
    tags: {} as 'busy' | 'amount',
    children: {} as { qrCode: 'qrCode' },
  },
  actors: {
    'qr.get': call<(typeof qrCalls)['qr.get']>(),
    'qr.create': call<(typeof qrCalls)['qr.create']>(),
    qrCode: qrCodeMachine,
  },
  guards: {
    canCreate: ({ context }) => canCreateQr(context.rule, parseAmount(context.text)),
    hasCode: (_, code: QrCode) => isLive(code),
    isRefused: (_, failure: Failure) => failure.kind === 'refused',
    isReread: (_, next: 'empty' | 'reread') => next === 'reread',
  },
  actions: {
    reportCreated: sendTo(
      ({ context }) => context.owner,
      ({ context: { provider } }) => ({ type: 'qr.created' as const, provider }),
    ),
    reportFound: sendTo(
      ({ context }) => context.owner,
      ({ context: { provider } }) => ({ type: 'qr.found' as const, provider }),
    ),
    reportTyped: sendTo(
      ({ context }) => context.owner,
      ({ context: { provider } }) => ({ type: 'qr.typed' as const, provider }),
    ),
    reportUnsure: sendTo(({ context }) => context.owner, { type: 'qr.moneyMoved' }),
    reloadCode: sendTo('qrCode', { type: 'qr.reload' }),
  },
}).createMachine({
  id: 'qrDeposit',
  description: 'Depositing by QR with one provider.',
  context: ({ input }) => ({ ...input, text: '', key: '', code: null, failure: null }),
  initial: 'unread',
  states: {
    unread: {
      description: 'The provider is not loaded yet; it loads when its tab opens.',
      on: { 'tab.shown': 'reading' },
    },
    reading: {
      description: 'Asking the server whether a code is open.',
      tags: 'busy',
      invoke: {
        id: 'qr.get',
        src: 'qr.get',
        input: ({ context }) => ({ provider: context.provider }),
        onDone: [
          {
            guard: byOutput('hasCode'),
            target: 'shown',
            actions: [
              assign({ code: ({ event }) => (isLive(event.output) ? event.output : null), failure: null }),
              'reportFound',
            ],
          },
          { target: 'empty', actions: assign({ failure: null }) },
        ],
        onError: { target: 'unreadable', actions: assign({ failure: failureIn }) },
      },
      on: { 'qr.reload': { target: 'reading', reenter: true } },
    },
    unreadable: {
      description: 'The request failed; the player can try again.',
      on: { 'qr.retry': 'reading', 'qr.reload': 'unread' },
    },
    empty: {
      description: 'There is no open code: the player enters an amount.',
      tags: 'amount',
      on: {
        'amount.type': { actions: [assign({ text: ({ event }) => event.text, failure: null }), 'reportTyped'] },
        'qr.create': {
          guard: 'canCreate',
          target: 'creating',
          actions: assign({ key: () => newKey(), failure: null }),
        },
        'qr.reload': 'unread',
      },
    },
    creating: {
      description: 'Creating the code.',
      tags: ['busy', 'amount'],
      invoke: {
        id: 'qr.create',
        src: 'qr.create',
        input: ({ context }) => ({
          provider: context.provider,
          amount: parseAmount(context.text) ?? satang(0),
          key: context.key,
        }),
        onDone: [
          {
            guard: byOutput('hasCode'),
            target: 'shown',
            actions: [
              assign({ code: ({ event }) => (isLive(event.output) ? event.output : null), failure: null }),
              'reportCreated',
            ],
          },
          {
            target: 'empty',
            actions: assign({
              failure: ({
                event: {
                  output: { message = 'QR_FAIL' },
                },
              }) => ({ kind: 'refused' as const, code: message, message }),
            }),
          },
        ],
        onError: [
          {
            guard: byFailure('isRefused'),
            target: 'empty',
            actions: assign({ failure: failureIn }),
          },
          { target: 'unsure', actions: [assign({ failure: failureIn }), 'reportUnsure'] },
        ],
      },
    },
    unsure: {
      description:
        'The outcome is unknown: the code may or may not have been created. Checking again is safe: the idempotency key prevents a second code; on a backend without keys, the app asks for an open code instead.',
      on: { 'qr.check': { target: 'creating', actions: assign({ failure: null }) } },
    },
    shown: {
      description: 'A code is open; its own machine runs until the code is no longer needed or has to be reloaded.',
      invoke: {
        id: 'qrCode',
        src: 'qrCode',
        input: ({ context }) => ({ provider: context.provider, code: context.code, owner: context.owner }),
        onDone: [
          {
            guard: byOutput('isReread'),
            target: 'reading',
            actions: assign({ code: null, text: '', failure: null }),
          },
          { target: 'empty', actions: assign({ code: null, text: '', failure: null }) },
        ],
      },
      on: { 'qr.reload': { actions: 'reloadCode' } },
    },
  },
})
