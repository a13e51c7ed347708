import { assign, sendTo, setup } from 'xstate'
import type { Banners } from '#contract/banner.ts'
import type { Failure } from '#contract/failure.ts'
import type { Satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { canReceive, type RefundCheck, type refundCalls } from '#contract/refund.ts'
import { readable } from '#contract/rows.ts'
import { byOutput, call } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn, replyIn } from './lib/attempt-owner.ts'
import { refundListMachine } from './refund-list.machine.ts'

/** The reply to a refund. `amount` is the amount that the member received, in satang. */
type Given = { amount?: Satang | undefined }
type Input = {
  wallet: Wallet
  /** A refund that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<object> | null
}

/**
 * The refund page, where a member gets back part of their losses. It shows the operator's banners first, then the
 * conditions, the button and the list of refunds. Source: R8, R101–R103, R124–R127, R220–R221, R276, R343–R347.
 */
export const refundMachine = setup({
  types: {
    input: {} as Input,
    /** `given` is the amount of the last refund. */
    context: {} as Input & {
      banners: Banners
      check: RefundCheck | null
      given: Satang | null
      failure: Failure | null
    },
    events: {} as { type: 'banners.close' | 'refund.receive' | 'refund.retry' | 'refund.gotIt' } | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt'; refundList: 'refundList' },
  },
  actors: {
    'refund.banners': call<(typeof refundCalls)['refund.banners']>(),
    'refund.check': call<(typeof refundCalls)['refund.check']>(),
    refundList: refundListMachine,
    attempt: attemptMachine<object, Given>(),
  },
  guards: {
    ...attemptGuards,
    hasBanners: (_, banners: Banners) => readable(banners).length > 0,
    canReceive: ({ context: { check } }) => check !== null && canReceive(check),
  },
  actions: {
    setOutcome: assign((_, outcome: Outcome<Given>) => ({
      pending: null,
      given: replyIn(outcome)?.amount ?? null,
      failure: refusalIn(outcome),
    })),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'refund',
  description: 'The player gets back part of their losses.',
  context: ({ input }) => ({ ...input, banners: [], check: null, given: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'receiving' }, { target: 'asking' }] },
    asking: {
      description: 'Loading the banners.',
      tags: 'busy',
      invoke: {
        id: 'refund.banners',
        src: 'refund.banners',
        input: {},
        onDone: [
          {
            guard: byOutput('hasBanners'),
            target: 'banners',
            actions: assign({ banners: ({ event }) => event.output }),
          },
          { target: 'checking' },
        ],
        onError: 'checking',
      },
    },
    banners: { description: 'The player views the banners.', on: { 'banners.close': 'checking' } },
    checking: {
      description: 'Loading the available refund.',
      tags: 'busy',
      invoke: {
        id: 'refund.check',
        src: 'refund.check',
        input: {},
        onDone: { target: 'open', actions: assign({ check: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The available refund could not be loaded; the player can try again.',
      on: { 'refund.retry': 'checking' },
    },
    open: {
      description: 'The player sees the available refund, its conditions, and earlier refunds.',
      invoke: { id: 'refundList', src: 'refundList' },
      on: {
        'refund.receive': {
          guard: 'canReceive',
          target: 'receiving',
          actions: assign({ pending: () => ({ key: newKey(), input: {} }) }),
        },
      },
    },
    receiving: {
      description: 'Paying out the refund.',
      ...attempting(outcomes({ done: 'received', seen: 'checking', refused: 'refused' })),
    },
    received: { description: 'The refund is in the main wallet.', on: { 'refund.gotIt': 'checking' } },
    refused: {
      description: 'The server refused the request; the reason is shown.',
      on: { 'refund.gotIt': 'checking' },
    },
  },
})
