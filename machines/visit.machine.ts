import { assign, fromCallback, setup } from 'xstate'
import type { Position } from '#contract/care.ts'
import { type CheckMinutes, MINUTE, type timeCheckCalls } from '#contract/time-check.ts'
import { call } from './lib/actors.ts'

/** Times in epoch ms: now, the start of the visit, and the last reminder, which is initially the start of the visit. */
type Times = { now: number; startedAt: number; remindedAt: number }
/** A tick of the visit. `isSeen` is true if the page is visible. */
type Tick = Times & { isSeen: boolean; minutes: CheckMinutes | null }
/**
 * The times at which the reminder became due. `position` contains the amounts that the member has deposited, withdrawn,
 * won and lost since the visit began, or is null if they are unknown.
 */
type Context = Times & { position: Position | null }

/**
 * Reminds the member of how long the visit has lasted, and of the winnings and losses in that time. Source: R591–R593.
 */
export const visitMachine = setup({
  types: {
    context: {} as Context,
    tags: {} as 'reminds',
    events: {} as { type: 'visit.goOn' | 'visit.leave' } | ({ type: 'visit.tick' } & Tick),
  },
  actors: {
    'timeCheck.visit': call<(typeof timeCheckCalls)['timeCheck.visit']>(),
    /** Reports the visit's times and the reminder interval every second. */
    time: fromCallback(() => {}),
  },
  actions: {
    /** Stores the time of this reminder for all tabs. Implemented in src/actors. */
    saveReminded: () => {},
  },
  guards: {
    isDue: (_, { now, remindedAt, isSeen, minutes }: Tick) =>
      isSeen && minutes !== null && now - remindedAt >= minutes * MINUTE,
  },
}).createMachine({
  id: 'visit',
  description: 'The visit of a member who wants to be reminded of the time spent here.',
  context: { now: 0, startedAt: 0, remindedAt: 0, position: null },
  invoke: { id: 'time', src: 'time' },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No reminder is due yet.',
      on: {
        'visit.tick': {
          guard: { type: 'isDue', params: ({ event }) => event },
          target: 'due',
          actions: assign(({ event: { now, startedAt, remindedAt } }) => ({ now, startedAt, remindedAt })),
        },
      },
    },
    due: {
      description:
        'A reminder is due, and the page is visible. If the page is hidden, the reminder closes, and opens with newer amounts when the page is visible again. An answer in another tab also closes the reminder here.',
      on: {
        'visit.tick': [{ guard: { type: 'isDue', params: ({ event }) => event } }, { target: 'waiting' }],
      },
      initial: 'adding',
      states: {
        adding: {
          description: 'Loading how much the member won and lost during the visit.',
          invoke: {
            id: 'timeCheck.visit',
            src: 'timeCheck.visit',
            input: ({ context: { startedAt } }) => ({ since: String(startedAt) }),
            onDone: { target: 'shown', actions: assign({ position: ({ event }) => event.output }) },
            onError: { target: 'shown', actions: assign({ position: null }) },
          },
        },
        shown: {
          description:
            'The player sees how long they have been here and how much they won or lost, then continues or logs out.',
          tags: 'reminds',
          on: {
            'visit.goOn': { target: '#visit.waiting', actions: 'saveReminded' },
            'visit.leave': '#visit.left',
          },
        },
      },
    },
    left: { description: 'The player has asked to log out.' },
  },
})
