import { assign, fromCallback, setup } from 'xstate'
import type { Position } from '#contract/care.ts'
import { type CheckMinutes, MINUTE, type timeCheckCalls } from '#contract/time-check.ts'
import { call } from './lib/actors.ts'

/** Times in epoch ms: now, the beginning of the visit, and its last reminder, at first its beginning. */
type Times = { now: number; startedAt: number; remindedAt: number }
/** `isSeen`: the page is in sight. */
type Tick = Times & { isSeen: boolean; minutes: CheckMinutes | null }
/** The times of the reminder; `position`: the money moved since the visit began, null if it is not known. */
type Context = Times & { position: Position | null }

/** How long the member has been here, and what they won and lost in that time. Source: R591–R593. */
export const visitMachine = setup({
  types: {
    context: {} as Context,
    tags: {} as 'reminds',
    events: {} as { type: 'visit.goOn' | 'visit.leave' } | ({ type: 'visit.tick' } & Tick),
  },
  actors: {
    'timeCheck.visit': call<(typeof timeCheckCalls)['timeCheck.visit']>(),
    /** Reports the times of the visit and how often the member is reminded, every second. */
    time: fromCallback(() => {}),
  },
  actions: {
    /** Stores for all tabs that the member was reminded just now; src/actors provides it. */
    saveReminded: () => {},
  },
  guards: {
    isDue: (_, { now, remindedAt, isSeen, minutes }: Tick) =>
      isSeen && minutes !== null && now - remindedAt >= minutes * MINUTE,
  },
}).createMachine({
  id: 'visit',
  description: 'The visit of a member who wants to be reminded of the time.',
  context: { now: 0, startedAt: 0, remindedAt: 0, position: null },
  invoke: { id: 'time', src: 'time' },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The time for a reminder has not come.',
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
        'The time has come, and the page is in sight. A page out of sight asks again when it is back, with a newer result; an answer in another tab ends the reminder here, too.',
      on: {
        'visit.tick': [{ guard: { type: 'isDue', params: ({ event }) => event } }, { target: 'waiting' }],
      },
      initial: 'adding',
      states: {
        adding: {
          description: 'The result of the visit is being read.',
          invoke: {
            id: 'timeCheck.visit',
            src: 'timeCheck.visit',
            input: ({ context: { startedAt } }) => ({ since: String(startedAt) }),
            onDone: { target: 'shown', actions: assign({ position: ({ event }) => event.output }) },
            onError: { target: 'shown', actions: assign({ position: null }) },
          },
        },
        shown: {
          description: 'The player sees how long they have been here, and the result. They go on or log out.',
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
