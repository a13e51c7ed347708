import { type ActorRef, type ActorRefFrom, assign, type Snapshot, sendTo, setup } from 'xstate'
import { type ActiveBonus, type Bonus, cardState, periodOf } from '#contract/bonus.ts'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
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
import { type ClockTick, clock, outside } from './lib/outside.ts'
import { type Code, type PromotionNotice, promotionMachine } from './promotion.machine.ts'
import type { AskWallet } from './wallet.machine.ts'

/** An operation on a bonus: claim it, or end it (then `code` is empty). */
export const BONUS_DEEDS = ['take', 'end'] as const
export type BonusDeed = { deed: (typeof BONUS_DEEDS)[number]; code: string }
/** The data of the page as of `now` (epoch ms of the server); `notice` contains a placeholder for a percentage. */
export type BonusReading = { bonuses: readonly (Bonus | null)[]; active: ActiveBonus; notice: string; now: number }
type Message = { message?: string | undefined }
type Input = {
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  /** Confirmed before a reload: an operation on a bonus, and one on a promotion code. */
  pending: Attempt<BonusDeed> | null
  pendingCode: Attempt<Code> | null
}

/** The list of bonuses, claiming one, and ending the active one. Source: R6, R222–R232, R363–R367, R407, R411, R414. */
export const bonusMachine = setup({
  types: {
    input: {} as Input,
    /** `code`: the bonus whose details are open; `message`: the server's message when a bonus ended. */
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
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt'; promotion: 'promotion' },
  },
  actors: {
    /** Reads the bonuses, the active one and the notice. */
    read: outside<BonusReading>(),
    attempt: attemptMachine<BonusDeed, Message>(),
    promotion: promotionMachine,
    clock,
  },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    isAnotherDay: ({ context: { reading } }, now: number) =>
      reading !== null && periodOf('day', now) !== periodOf('day', reading.now),
    canOpen: ({ context: { reading } }, code: string) => stateOf(reading, code) !== 'full',
    canTake: ({ context: { reading, code } }) => stateOf(reading, code) === 'open',
    hasActive: ({ context }) => context.reading?.active.status === true,
    ends: ({ context: { pending } }) => pending?.input.deed === 'end',
    isDone,
    isSeen,
  },
  actions: {
    keepReading: assign({ reading: (_, reading: BonusReading) => reading }),
    dropReading: assign({ reading: null }),
    keepCode: assign({ code: (_, code: string) => code }),
    ask: assign(({ context: { code } }, deed: BonusDeed['deed']) => ({
      pending: { key: newKey(), input: { deed, code: deed === 'take' ? code : '' } },
      failure: null,
    })),
    dropPending: assign({ pending: null }),
    keepMessage: assign({
      message: (_, outcome: Outcome<Message>) => (outcome.status === 'done' && outcome.reply.message) || '',
    }),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'bonus',
  description: 'The bonuses.',
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
    start: { always: [{ guard: 'isPending', target: 'attempting' }, { target: 'loading' }] },
    loading: {
      description: 'Loading the bonuses; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'read',
        onDone: { target: 'shown', actions: { type: 'keepReading', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'dropReading' },
      },
      on: { 'promotion.ended': { target: 'loading', reenter: true } },
    },
    failed: {
      description: 'The bonuses could not be loaded; the player can try again.',
      on: { 'bonus.retry': 'loading' },
    },
    shown: {
      description: 'The player looks at the bonuses.',
      invoke: { id: 'clock', src: 'clock' },
      on: {
        // a bonus claimed today can be claimed again tomorrow
        'clock.tick': { guard: { type: 'isAnotherDay', params: ({ event }) => event.now }, target: 'loading' },
        'bonus.open': {
          guard: { type: 'canOpen', params: ({ event }) => event.code },
          target: 'details',
          actions: { type: 'keepCode', params: ({ event }) => event.code },
        },
        'bonus.end': { guard: 'hasActive', target: 'confirming' },
        'promotion.ended': 'loading',
      },
    },
    details: {
      description: 'The details of one bonus are open.',
      on: {
        'bonus.take': { guard: 'canTake', target: 'attempting', actions: { type: 'ask', params: 'take' } },
        'bonus.leave': 'shown',
      },
    },
    confirming: {
      description: 'The player is asked whether to end the bonus and lose all money in the games with it.',
      on: {
        'bonus.confirm': { target: 'attempting', actions: { type: 'ask', params: 'end' } },
        'bonus.keep': 'shown',
      },
    },
    attempting: {
      description: 'Claiming or ending the bonus.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'attempted',
            actions: [{ type: 'keepMessage', params: ({ event }) => event.output }, 'readWallet'],
          },
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'loading',
            actions: ['dropPending', 'readWallet'],
          },
          {
            target: 'refused',
            actions: [{ type: 'keepRefusal', params: ({ event }) => event.output }, 'readWallet'],
          },
        ],
      },
      on: { 'attempt.unknown': { actions: 'readWallet' } },
    },
    attempted: { always: [{ guard: 'ends', target: 'ended' }, { target: 'taken' }] },
    taken: {
      description: 'The bonus is active.',
      on: { 'bonus.gotIt': { target: 'loading', actions: 'dropPending' } },
    },
    ended: {
      description: 'The bonus has ended; the server’s message is shown.',
      on: { 'bonus.gotIt': { target: 'loading', actions: 'dropPending' } },
    },
    refused: {
      description: 'The server refused; its reason is shown.',
      on: { 'bonus.gotIt': { target: 'loading', actions: 'dropPending' } },
    },
  },
})

function stateOf(reading: BonusReading | null, code: string) {
  const bonus = reading?.bonuses.find((each) => each?.code === code)
  return bonus && reading ? cardState(bonus, reading.now) : 'full'
}
