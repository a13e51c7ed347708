import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import { CLAIM_DEBOUNCE } from '#contract/limits.ts'
import { COUPON_PAGE, type Coupon, type spinCalls } from '#contract/spin.ts'
import {
  type Attempt,
  type AttemptNotice,
  attemptMachine,
  attemptOf,
  isDone,
  isSeen,
  type Outcome,
  refusalIn,
} from './lib/attempt.ts'
import { call } from './lib/outside.ts'
import type { AskWallet } from './wallet.machine.ts'

/** A claim: the coupon's code, and its name, which only the player sees. Source: D-37, R417. */
export type Claim = { coupon: string; label: string }
/** Sent by the coupons to their owner when one was claimed, which may have brought coins. */
export type CouponsNotice = { type: 'coupons.claimed' }
type Input = {
  owner: ActorRef<Snapshot<unknown>, CouponsNotice>
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  /** A claim confirmed before a reload. */
  pending: Attempt<Claim> | null
}
/** The number of pages that `coupons` fill. Source: R521. */
export const couponPages = (coupons: readonly (Coupon | null)[]): number =>
  Math.max(1, Math.ceil(coupons.length / COUPON_PAGE))

const couponOf = (coupons: readonly (Coupon | null)[], code: string) =>
  coupons.find((coupon) => coupon?.prize.slice.code === code) ?? null

/**
 * The coupons won, three per page, and claiming one. Source: R139, R182, R240, R284, R350–R351, R416–R417, R521,
 * R524.
 */
export const couponsMachine = setup({
  types: {
    input: {} as Input,
    /** `chosen`: the coupon to confirm. */
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
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    'spin.coupons': call<(typeof spinCalls)['spin.coupons']>(),
    attempt: attemptMachine<Claim, object>(),
  },
  delays: { CLAIM_DEBOUNCE },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    isThere: ({ context: { coupons } }, page: number) => page >= 1 && page <= couponPages(coupons),
    canClaim: ({ context: { coupons } }, code: string) => {
      const coupon = couponOf(coupons, code)
      return coupon !== null && coupon.amount > 0 && coupon.isByHand !== true
    },
    isDone,
    isSeen,
  },
  actions: {
    keepCoupons: assign(({ context: { page } }, coupons: readonly (Coupon | null)[]) => ({
      coupons,
      page: Math.min(page, couponPages(coupons)),
    })),
    turnTo: assign({ page: (_, page: number) => page }),
    keepChosen: assign({
      chosen: ({ context: { coupons } }, code: string) => couponOf(coupons, code),
      failure: null,
    }),
    keepPending: assign(({ context: { chosen } }) => {
      const { code = '', label = '' } = chosen?.prize.slice ?? {}
      return { pending: { key: newKey(), input: { coupon: code, label } } }
    }),
    dropPending: assign({ pending: null }),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    tellClaimed: sendTo(({ context }) => context.owner, { type: 'coupons.claimed' }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'coupons',
  description: 'The coupons won.',
  context: ({ input }) => ({ ...input, coupons: [], page: 1, chosen: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'claiming' }, { target: 'loading' }] },
    loading: {
      description: 'Loading the coupons; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'spin.coupons',
        src: 'spin.coupons',
        input: {},
        onDone: { target: 'shown', actions: { type: 'keepCoupons', params: ({ event }) => event.output } },
        onError: 'failed',
      },
      on: {
        'page.choose': {
          guard: { type: 'isThere', params: ({ event }) => event.page },
          actions: { type: 'turnTo', params: ({ event }) => event.page },
        },
        'coupons.reload': { target: 'loading', reenter: true },
      },
    },
    failed: {
      description: 'The coupons could not be loaded; the player can try again.',
      on: { 'coupons.retry': 'loading', 'coupons.reload': 'loading' },
    },
    shown: {
      description: 'The player looks at the coupons.',
      on: {
        'page.choose': {
          guard: { type: 'isThere', params: ({ event }) => event.page },
          actions: { type: 'turnTo', params: ({ event }) => event.page },
        },
        'coupon.choose': {
          guard: { type: 'canClaim', params: ({ event }) => event.coupon },
          target: 'confirming',
          actions: { type: 'keepChosen', params: ({ event }) => event.coupon },
        },
        'coupons.reload': 'loading',
      },
    },
    confirming: {
      description: 'The player is asked whether to claim the coupon.',
      on: { 'claim.confirm': 'settling', 'claim.leave': 'loading' },
    },
    settling: {
      description: 'The claim is confirmed; further quick presses are ignored.',
      after: { CLAIM_DEBOUNCE: { target: 'claiming', actions: 'keepPending' } },
      on: { 'claim.confirm': { target: 'settling', reenter: true }, 'claim.leave': 'loading' },
    },
    claiming: {
      description: 'Claiming the coupon.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'claimed',
            actions: ['readWallet', 'tellClaimed'],
          },
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'loading',
            actions: ['dropPending', 'readWallet'],
          },
          { target: 'refused', actions: [{ type: 'keepRefusal', params: ({ event }) => event.output }, 'readWallet'] },
        ],
      },
      on: { 'attempt.unknown': { actions: 'readWallet' } },
    },
    claimed: {
      description: 'The coupon is claimed.',
      on: { 'claim.gotIt': { target: 'loading', actions: 'dropPending' } },
    },
    refused: {
      description: 'The server refused; its reason is shown.',
      on: { 'claim.gotIt': { target: 'loading', actions: 'dropPending' } },
    },
  },
})
