import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import { type ActiveBonus, type Bonus, cardState, periodOf } from '#contract/bonus.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { type ClockTick, clock, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn, replyIn } from './lib/attempt-owner.ts'
import { type Code, type PromotionNotice, promotionMachine } from './promotion.machine.ts'

/**
 * The operations on bonuses: `take` claims the bonus with this `code`, and `end` ends the active bonus (its `code` is
 * empty).
 */
export const BONUS_DEEDS = ['take', 'end'] as const
export type BonusDeed = { deed: (typeof BONUS_DEEDS)[number]; code: string }
/**
 * The data of the bonus page as of `now` (server time, epoch ms). The text `notice` contains a placeholder for a
 * percentage.
 */
export type BonusReading = { bonuses: readonly (Bonus | null)[]; active: ActiveBonus; notice: string; now: number }
type Message = { message?: string | undefined }
type Input = {
  wallet: Wallet
  /**
   * Operations that were still pending when the page was reloaded. `pending` is the claim or the end of a bonus, and
   * `pendingCode` is the claim of a promotion code.
   */
  pending: Attempt<BonusDeed> | null
  pendingCode: Attempt<Code> | null
}

/** Lists the bonuses, claims a bonus, and ends the active one. Source: R6, R222–R232, R363–R367, R407, R411, R414. */
export const bonusMachine = setup({
  types: {
    input: {} as Input,
    /** `code` is the bonus whose details are open. `message` is the server's message when a bonus has ended. */
    context: {} as Omit<Input, 'pendingCode'> & {
      reading: BonusReading | null
      code: string
      message: string
      failure: Failure | null
      promotion: ActorRefFrom<typeof promotionMachine>
    },
    events: {} as
      | { type: 'bonus.open'; code: string }
      | { type: 'bonus.leave' | 'bonus.take' | 'bonus.end' | 'bonus.keep' | 'bonus.confirm' }
      | { type: 'bonus.gotIt' | 'bonus.retry' }
      | PromotionNotice
      | AttemptNotice
      | ClockTick,
    tags: {} as 'busy' | 'done',
    children: {} as { attempt: 'attempt'; promotion: 'promotion' },
  },
  actors: {
    /** Reads the list of bonuses, the active bonus and the notice. */
    read: stubActor<BonusReading>(),
    attempt: attemptMachine<BonusDeed, Message>(),
    promotion: promotionMachine,
    clock,
  },
  guards: {
    ...attemptGuards,
    isClaim: ({ context: { pending } }) => pending?.input.deed === 'take',
    isAnotherDay: ({ context: { reading } }, now: number) =>
      reading !== null && periodOf('day', now) !== periodOf('day', reading.now),
    canOpen: ({ context: { reading } }, code: string) => stateOf(reading, code) !== 'full',
    canTake: ({ context: { reading, code } }) => stateOf(reading, code) === 'open',
    hasActive: ({ context }) => context.reading?.active.status === true,
  },
  actions: {
    ask: assign(({ context: { code } }, deed: BonusDeed['deed']) => ({
      pending: { key: newKey(), input: { deed, code: deed === 'take' ? code : '' } },
      failure: null,
    })),
    setOutcome: assign((_, outcome: Outcome<Message>) => ({
      pending: null,
      message: replyIn(outcome)?.message ?? '',
      failure: refusalIn(outcome),
    })),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'bonus',
  description: 'Viewing, claiming and ending bonuses.',
  context: ({ input, spawn, self }) => ({
    wallet: input.wallet,
    pending: input.pending,
    reading: null,
    code: '',
    message: '',
    failure: null,
    promotion: spawn('promotion', {
      id: 'promotion',
      input: { owner: self, wallet: input.wallet, pending: input.pendingCode },
    }),
  }),
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'isClaim', target: 'claiming' },
        { guard: 'isPending', target: 'ending' },
        { target: 'loading' },
      ],
    },
    loading: {
      description: 'Loading the bonuses; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'read',
        onDone: { target: 'shown', actions: assign({ reading: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ reading: null }) },
      },
      on: { 'promotion.ended': { target: 'loading', reenter: true } },
    },
    failed: {
      description: 'The bonuses could not be loaded; the player can try again.',
      on: { 'bonus.retry': 'loading' },
    },
    shown: {
      description: 'The player views the bonuses.',
      invoke: { id: 'clock', src: 'clock' },
      on: {
        // a bonus that has reached its daily limit can be claimed again the next day
        'clock.tick': { guard: { type: 'isAnotherDay', params: ({ event }) => event.now }, target: 'loading' },
        'bonus.open': {
          guard: { type: 'canOpen', params: ({ event }) => event.code },
          target: 'details',
          actions: assign({ code: ({ event }) => event.code }),
        },
        'bonus.end': { guard: 'hasActive', target: 'confirming' },
        'promotion.ended': 'loading',
      },
    },
    details: {
      description: 'The details of one bonus are open.',
      on: {
        'bonus.take': { guard: 'canTake', target: 'claiming', actions: { type: 'ask', params: 'take' } },
        'bonus.leave': 'shown',
      },
    },
    confirming: {
      description: 'The player is asked whether to end the bonus and lose all the money in the games.',
      on: {
        'bonus.confirm': { target: 'ending', actions: { type: 'ask', params: 'end' } },
        'bonus.keep': 'shown',
      },
    },
    claiming: {
      description: 'Claiming the bonus.',
      ...attempting(outcomes({ done: 'taken', seen: 'loading', refused: 'refused' })),
    },
    ending: {
      description: 'Ending the bonus.',
      ...attempting(outcomes({ done: 'ended', seen: 'loading', refused: 'refused' })),
    },
    taken: {
      description: 'The bonus is active.',
      tags: 'done',
      on: { 'bonus.gotIt': 'loading' },
    },
    ended: {
      description: 'The bonus has ended; the server’s message is shown.',
      tags: 'done',
      on: { 'bonus.gotIt': 'loading' },
    },
    refused: {
      description: 'The server refused the request; the reason is shown.',
      on: { 'bonus.gotIt': 'loading' },
    },
  },
})

function stateOf(reading: BonusReading | null, code: string) {
  const bonus = reading?.bonuses.find((each) => each?.code === code)
  return bonus && reading ? cardState(bonus, reading.now) : 'full'
}
