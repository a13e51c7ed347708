import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { CLAIM_DEBOUNCE } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import { COUPON_PAGE, type Coupon, type spinCalls } from '#contract/spin.ts'
import { call } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn } from './lib/attempt-owner.ts'

/** A claim: the coupon's code, and its name for display. Source: D-37, R417. */
export type Claim = { coupon: string; label: string }
/** Sent by the coupons machine to its owner after a claim, which may have added coins. */
export type CouponsNotice = { type: 'coupons.claimed' }
type Input = {
  owner: ActorRef<Snapshot<unknown>, CouponsNotice>
  wallet: Wallet
  /** A claim that the player confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<Claim> | null
}
/** Returns the number of pages that `coupons` fill. Source: R521. */
export const couponPages = (coupons: readonly (Coupon | null)[]): number =>
  Math.max(1, Math.ceil(coupons.length / COUPON_PAGE))

const couponOf = (coupons: readonly (Coupon | null)[], code: string) =>
  coupons.find((coupon) => coupon?.prize.slice.code === code) ?? null

/**
 * Lists the coupons that the player has won, three per page, and claims a coupon. Source: R139, R182, R240, R284,
 * R350–R351, R416–R417, R521, R524.
 */
export const couponsMachine = setup({
  types: {
    input: {} as Input,
    /** `chosen` is the coupon whose claim the player is asked to confirm. */
    context: {} as Input & {
      coupons: readonly (Coupon | null)[]
      page: number
      chosen: Coupon | null
      failure: Failure | null
    },
    events: {} as
      | { type: 'coupons.reload' | 'coupons.retry' | 'claim.confirm' | 'claim.leave' | 'claim.gotIt' }
      | { type: 'page.choose'; page: number }
      | { type: 'coupon.choose'; coupon: string }
      | AttemptNotice,
    tags: {} as 'busy' | 'question',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    'spin.coupons': call<(typeof spinCalls)['spin.coupons']>(),
    attempt: attemptMachine<Claim, object>(),
  },
  delays: { CLAIM_DEBOUNCE },
  guards: {
    ...attemptGuards,
    isThere: ({ context: { coupons } }, page: number) => page >= 1 && page <= couponPages(coupons),
    canClaim: ({ context: { coupons } }, code: string) => {
      const coupon = couponOf(coupons, code)
      return coupon !== null && coupon.amount > 0 && coupon.isByHand !== true
    },
  },
  actions: {
    setOutcome: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    reportClaimed: sendTo(({ context }) => context.owner, { type: 'coupons.claimed' }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'coupons',
  description: 'The coupons that the player has won.',
  context: ({ input }) => ({ ...input, coupons: [], page: 1, chosen: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'claiming' }, { target: 'loading' }] },
    loading: {
      description: 'Loading the coupons; the previous ones stay visible.',
      tags: 'busy',
      entry: assign({ pending: null }),
      invoke: {
        id: 'spin.coupons',
        src: 'spin.coupons',
        input: {},
        onDone: {
          target: 'shown',
          actions: assign(({ context: { page }, event: { output: coupons } }) => ({
            coupons,
            page: Math.min(page, couponPages(coupons)),
          })),
        },
        onError: 'failed',
      },
      on: {
        'page.choose': {
          guard: { type: 'isThere', params: ({ event }) => event.page },
          actions: assign({ page: ({ event }) => event.page }),
        },
        'coupons.reload': { target: 'loading', reenter: true },
      },
    },
    failed: {
      description: 'The coupons could not be loaded; the player can try again.',
      on: { 'coupons.retry': 'loading', 'coupons.reload': 'loading' },
    },
    shown: {
      description: 'The player views the coupons.',
      on: {
        'page.choose': {
          guard: { type: 'isThere', params: ({ event }) => event.page },
          actions: assign({ page: ({ event }) => event.page }),
        },
        'coupon.choose': {
          guard: { type: 'canClaim', params: ({ event }) => event.coupon },
          target: 'confirming',
          actions: assign(({ context: { coupons }, event }) => ({
            chosen: couponOf(coupons, event.coupon),
            failure: null,
          })),
        },
        'coupons.reload': 'loading',
      },
    },
    confirming: {
      description: 'The player is asked whether to claim the coupon.',
      tags: 'question',
      on: { 'claim.confirm': 'settling', 'claim.leave': 'loading' },
    },
    settling: {
      description: 'The claim is confirmed; further quick presses are ignored.',
      tags: 'question',
      after: {
        CLAIM_DEBOUNCE: {
          target: 'claiming',
          actions: assign(({ context: { chosen } }) => {
            const { code = '', label = '' } = chosen?.prize.slice ?? {}
            return { pending: { key: newKey(), input: { coupon: code, label } } }
          }),
        },
      },
      on: { 'claim.confirm': { target: 'settling', reenter: true }, 'claim.leave': 'loading' },
    },
    claiming: {
      description: 'Claiming the coupon.',
      ...attempting(outcomes({ done: 'claimed', seen: 'loading', refused: 'refused' })),
    },
    claimed: {
      description: 'The coupon is claimed.',
      entry: 'reportClaimed',
      on: { 'claim.gotIt': 'loading' },
    },
    refused: {
      description: 'The server refused the request; the reason is shown.',
      on: { 'claim.gotIt': 'loading' },
    },
  },
})
