import { assign, fromCallback, setup } from 'xstate'
import type { Position } from '#contract/care.ts'
import type { CheckMinutes, timeCheckCalls } from '#contract/time-check.ts'
import { call } from './lib/outside.ts'

const MINUTE = 60_000

/** The times of a visit in epoch ms: now, its beginning, and the last reminder, first its beginning as well. */
type Times = { now: number; startedAt: number; remindedAt: number }
type Tick = Times & { minutes: CheckMinutes | null }
/** `position`: the money moved since the visit began; null if it is not known. */
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
    /** Stores that the member was reminded at this time, for all tabs; src/actors provides it. */
    keepReminded: (_, _at: number) => {},
  },
  guards: {
    isDue: (_, { now, remindedAt, minutes }: Tick) => minutes !== null && now - remindedAt >= minutes * MINUTE,
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
      description: 'The time has come. An answer in another tab ends the reminder here, too.',
      on: {
        'visit.tick': [
          {
            guard: { type: 'isDue', params: ({ event }) => event },
            actions: assign(({ event: { now } }) => ({ now })),
          },
          { target: 'waiting' },
        ],
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
            'visit.goOn': {
              target: '#visit.waiting',
              actions: { type: 'keepReminded', params: ({ context }) => context.now },
            },
            'visit.leave': '#visit.left',
          },
        },
      },
    },
    left: { description: 'The player is logged out.' },
  },
})
