import { assign, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { readable } from '#contract/rows.ts'
import type { OpenSession, sessionCalls } from '#contract/sessions.ts'
import { byFailure, call, failureIn, stubActor } from './lib/actors.ts'

/** The session to end; null ends all sessions except the current one. */
type Target = { id: string | null }
type Sessions = readonly (OpenSession | null)[]

/** The sessions that the member can end here; logging out ends the current one. */
export const othersIn = (sessions: Sessions): OpenSession[] => readable(sessions).filter(({ isCurrent }) => !isCurrent)

/** The password exists only in the event and the call, never in context. */
type WithPassword = { type: 'end.confirm' | 'end.check'; password: string }

/** The devices on which the member is logged in, and logging them out. Source: R559–R561, R563–R565, R643. */
export const devicesMachine = setup({
  types: {
    input: {} as { asksPassword?: boolean | undefined },
    /** `asksPassword`: the backend ends a session only with the current password. `isWrong`: it rejected the password. */
    context: {} as Target & {
      sessions: Sessions
      key: string
      asksPassword: boolean
      isWrong: boolean
      failure: Failure | null
    },
    events: {} as
      | { type: 'devices.retry' | 'others.ask' | 'password.type' | 'end.leave' | 'end.gotIt' }
      | { type: 'device.end'; id: string }
      | WithPassword,
    tags: {} as 'busy' | 'question',
  },
  actors: {
    'session.list': call<(typeof sessionCalls)['session.list']>(),
    end: stubActor<object, Target & { key: string; password: string }>(),
  },
  guards: {
    canEnd: ({ context: { sessions } }, id: string) => othersIn(sessions).some((session) => session.id === id),
    canAsk: ({ context: { sessions, asksPassword } }, id: string) =>
      asksPassword && othersIn(sessions).some((session) => session.id === id),
    hasPassword: ({ context: { asksPassword } }, password: string) => !asksPassword || password !== '',
    isWrongPassword: (_, { code }: Failure) => code === 'WRONG_PASSWORD',
    hasOthers: ({ context: { sessions } }) => othersIn(sessions).length > 0,
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    /** The session has already ended. */
    isEnded: (_, { code }: Failure) => code === 'NO_DATA',
  },
  actions: {
    setTarget: assign({ id: (_, id: string | null) => id, isWrong: false }),
    setKey: assign({ key: () => newKey(), isWrong: false }),
  },
}).createMachine({
  id: 'devices',
  description: 'The devices on which the member is logged in.',
  context: ({ input: { asksPassword = false } }) => ({
    ...{ sessions: [], id: null, key: '' },
    ...{ asksPassword, isWrong: false, failure: null },
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the devices; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'session.list',
        src: 'session.list',
        input: {},
        onDone: { target: 'shown', actions: assign({ sessions: ({ event }) => event.output.sessions }) },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The devices could not be loaded; the player can try again.',
      on: { 'devices.retry': 'loading' },
    },
    shown: {
      description: 'The player views the devices.',
      on: {
        'device.end': [
          {
            guard: { type: 'canAsk', params: ({ event }) => event.id },
            target: 'confirming',
            actions: { type: 'setTarget', params: ({ event }) => event.id },
          },
          {
            guard: { type: 'canEnd', params: ({ event }) => event.id },
            target: 'ending',
            actions: [{ type: 'setTarget', params: ({ event }) => event.id }, 'setKey'],
          },
        ],
        'others.ask': { guard: 'hasOthers', target: 'confirming', actions: { type: 'setTarget', params: null } },
      },
    },
    confirming: {
      description:
        'The player is asked whether to log out all other devices, or one of them, and for the password if the backend needs it.',
      tags: 'question',
      on: {
        'password.type': { actions: assign({ isWrong: false }) },
        'end.confirm': {
          guard: { type: 'hasPassword', params: ({ event }) => event.password },
          target: 'ending',
          actions: 'setKey',
        },
        'end.leave': 'shown',
      },
    },
    ending: {
      description: 'Logging out one device, or all other devices.',
      tags: ['busy', 'question'],
      invoke: {
        id: 'end',
        src: 'end',
        input: ({ context: { id, key }, event }) => ({ id, key, password: 'password' in event ? event.password : '' }),
        onDone: 'loading',
        onError: [
          {
            guard: byFailure('isUnknown'),
            target: 'unsure',
          },
          { guard: byFailure('isEnded'), target: 'loading' },
          {
            guard: byFailure('isWrongPassword'),
            target: 'confirming',
            actions: assign({ isWrong: true, asksPassword: true }),
          },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: an ended session stays ended.',
      tags: 'question',
      on: { 'end.check': 'ending', 'end.gotIt': 'loading' },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'end.gotIt': 'loading' } },
  },
})
