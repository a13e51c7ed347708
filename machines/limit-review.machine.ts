import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { playLimitCalls } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'

/**
 * Lets the member confirm on the My play page, half a year after the last answer, that the limits are still right.
 * Source: R636, D-72.
 */
export const limitReviewMachine = setup({
  types: {
    input: {} as { wallet: Wallet },
    context: {} as { wallet: Wallet; key: string; failure: Failure | null },
    events: {} as { type: 'review.confirm' | 'review.check' | 'review.gotIt' },
    tags: {} as 'busy',
  },
  actors: { 'limits.review': call<(typeof playLimitCalls)['limits.review']>() },
  guards: { isUnknown: (_, { kind }: Failure) => kind === 'unknown' },
  actions: { readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }) },
}).createMachine({
  id: 'limitReview',
  description: 'The half-yearly review of the member’s play and limits.',
  context: ({ input: { wallet } }) => ({ wallet, key: '', failure: null }),
  initial: 'asking',
  states: {
    asking: {
      description: 'The player is asked whether their play and limits are still right for them.',
      on: { 'review.confirm': { target: 'confirming', actions: assign({ key: () => newKey() }) } },
    },
    confirming: {
      description: 'The answer is being stored.',
      tags: 'busy',
      invoke: {
        id: 'limits.review',
        src: 'limits.review',
        input: ({ context: { key } }) => ({ key }),
        onDone: { target: 'confirmed', actions: 'readWallet' },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: it stores the same answer again.',
      on: { 'review.check': 'confirming', 'review.gotIt': 'asking' },
    },
    refused: { description: 'The server refused the answer; the reason is shown.', on: { 'review.gotIt': 'asking' } },
    confirmed: { description: 'The answer is stored; the next review is in half a year.', type: 'final' },
  },
})
