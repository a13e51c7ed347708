import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { PRIZE_DELAY } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import {
  type Chance,
  type Slice,
  type SpinResult,
  type SpinSetup,
  sliceAt,
  type spinCalls,
  type Turn,
  turnTo,
} from '#contract/spin.ts'
import { type Claim, type CouponsNotice, couponsMachine } from './coupons.machine.ts'
import { byOutput, call, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn } from './lib/attempt-owner.ts'

type Prize = Pick<SpinResult, 'code' | 'label'>
type Input = {
  wallet: Wallet
  /** A spin that was sent before a reload and whose outcome is still unknown. */
  pending: Attempt<object> | null
  /** The result of a spin, if the page was reloaded before the player saw it. */
  decided: Prize | null
  /** A claim that was confirmed before a reload and whose outcome is still unknown. */
  claim: Attempt<Claim> | null
}
const slicesOf = (setup: SpinSetup | null): readonly Slice[] => setup?.activeSpinwheel?.slice ?? []

/** Returns the index of the winning slice, or null if the prize is not on the wheel. */
const winnerIn = ({ setup, decided }: { setup: SpinSetup | null; decided: Prize | null }) =>
  decided && sliceAt(slicesOf(setup), decided.code)

/**
 * The prize wheel and its coupons: the server decides the prize, then the wheel turns to it. Source: R9, R138, R180,
 * R183, R233–R239, R348–R349, R415, D-37, D-54.
 */
export const spinMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `turn` is the last turn of the wheel, or null if it did not turn. `at` is the index of the slice under the
     * pointer.
     */
    context: {} as Omit<Input, 'claim'> & {
      setup: SpinSetup | null
      turn: Turn | null
      at: number | null
      failure: Failure | null
      coupons: ActorRefFrom<typeof couponsMachine>
    },
    events: {} as { type: 'wheel.spin' | 'prize.gotIt' | 'spin.retry' | 'spin.gotIt' } | CouponsNotice | AttemptNotice,
    tags: {} as 'busy' | 'spinning' | 'landed',
    children: {} as { attempt: 'attempt'; coupons: 'coupons' },
  },
  actors: {
    'spin.setup': call<(typeof spinCalls)['spin.setup']>(),
    attempt: attemptMachine<object, SpinResult>(),
    coupons: couponsMachine,
    /** Draws random numbers for the turn. Returns null if the player prefers reduced motion. */
    chance: stubActor<Chance | null>(),
  },
  delays: { TURN: ({ context }) => context.turn?.duration ?? 0, PRIZE_DELAY },
  guards: {
    ...attemptGuards,
    isDecided: ({ context }) => context.decided !== null,
    canSpin: ({ context: { setup } }) => (setup?.userCoin ?? 0) > 0 && slicesOf(setup).length > 0,
    isOnWheel: ({ context }) => winnerIn(context) !== null,
    moves: (_, chance: Chance | null) => chance !== null,
  },
  actions: {
    setOutcome: assign(({ context: { setup } }, outcome: Outcome<SpinResult>) => ({
      pending: null,
      failure: refusalIn(outcome),
      ...(outcome.status === 'done' && {
        decided: outcome.reply,
        setup: setup && { ...setup, userCoin: outcome.reply.remainingCoin },
      }),
    })),
    setWinner: assign({ at: ({ context }) => winnerIn(context), turn: null }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    /** Reloads the coupons, because the spin may have awarded one. */
    reloadCoupons: sendTo(({ context }) => context.coupons, { type: 'coupons.reload' }),
    /**
     * `saveDecided` stores the result in this tab until the player has seen it, and `clearDecided` removes it. Both are
     * implemented in src/actors.
     */
    saveDecided: () => {},
    clearDecided: () => {},
  },
}).createMachine({
  id: 'spin',
  description: 'The prize wheel.',
  context: ({ input: { claim, ...input }, spawn, self }) => ({
    ...input,
    setup: null,
    turn: null,
    at: null,
    failure: null,
    coupons: spawn('coupons', { id: 'coupons', input: { owner: self, wallet: input.wallet, pending: claim } }),
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the wheel.',
      tags: 'busy',
      invoke: {
        id: 'spin.setup',
        src: 'spin.setup',
        input: {},
        onDone: { target: 'loaded', actions: assign({ setup: ({ event }) => event.output }) },
        onError: 'failed',
      },
      on: { 'coupons.claimed': { target: 'loading', reenter: true } },
    },
    loaded: {
      always: [
        { guard: 'isDecided', target: 'prize', actions: 'setWinner' },
        { guard: 'isPending', target: 'asking' },
        { target: 'ready' },
      ],
    },
    failed: {
      description: 'The wheel could not be loaded; the player can try again.',
      on: { 'spin.retry': 'loading' },
    },
    ready: {
      description: 'The wheel is ready to spin.',
      on: {
        'wheel.spin': {
          guard: 'canSpin',
          target: 'asking',
          actions: assign({ pending: () => ({ key: newKey(), input: {} }), failure: null }),
        },
        'coupons.claimed': 'loading',
      },
    },
    asking: {
      description: 'The server decides the prize.',
      tags: 'spinning',
      ...attempting(outcomes({ done: 'decided', seen: 'loading', refused: 'refused' })),
    },
    decided: {
      entry: 'saveDecided',
      always: [
        { guard: 'isOnWheel', target: 'drawing' },
        { target: 'prize', actions: 'setWinner' },
      ],
    },
    drawing: {
      description: 'Drawing random numbers for how far and how long the wheel turns.',
      tags: 'spinning',
      invoke: {
        id: 'chance',
        src: 'chance',
        onDone: [
          {
            guard: byOutput('moves'),
            target: 'turning',
            actions: [
              'setWinner',
              assign({
                turn: ({ context: { setup, at }, event: { output: chance } }) =>
                  chance && at !== null ? turnTo(at, slicesOf(setup).length, chance) : null,
              }),
            ],
          },
          { target: 'landed', actions: 'setWinner' },
        ],
        onError: { target: 'landed', actions: 'setWinner' },
      },
    },
    turning: { description: 'The wheel turns to the winning slice.', tags: 'spinning', after: { TURN: 'landed' } },
    landed: {
      description: 'The wheel shows the winning slice; the other slices are dimmed.',
      tags: 'landed',
      after: { PRIZE_DELAY: 'prize' },
    },
    prize: {
      description: 'The prize is shown.',
      tags: 'landed',
      on: {
        'prize.gotIt': { target: 'loading', actions: [assign({ decided: null }), 'clearDecided', 'reloadCoupons'] },
      },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'spin.gotIt': 'loading' } },
  },
})
