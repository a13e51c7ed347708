import { assign, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { readable } from '#contract/rows.ts'
import type { OpenSession, sessionCalls } from '#contract/sessions.ts'
import { byFailure, byOutput, call, failureIn, stubActor } from './lib/actors.ts'
import { refusalOf, type StepUpOutcome, stepUpGuards, stepUpMachine } from './lib/step-up.ts'

/** The session to end. A null `id` ends all sessions except the current one. */
type Target = { id: string | null }
type Sessions = readonly (OpenSession | null)[]

/** Returns the sessions that the member can end here. The current session ends only when the member logs out. */
export const othersIn = (sessions: Sessions): OpenSession[] => readable(sessions).filter(({ isCurrent }) => !isCurrent)

/** Lists the devices on which the member is logged in, and logs them out. Source: R559–R561, R563–R565, R643. */
export const devicesMachine = setup({
  types: {
    input: {} as { asksPassword?: boolean | undefined },
    /** `asksPassword` means that the backend requires a proof of identity to end a session. */
    context: {} as Target & { sessions: Sessions; key: string; asksPassword: boolean; failure: Failure | null },
    events: {} as
      | { type: 'devices.retry' | 'others.ask' | 'others.confirm' | 'others.leave' | 'end.check' | 'end.gotIt' }
      | { type: 'device.end'; id: string },
    tags: {} as 'busy',
    children: {} as { stepUp: 'stepUp' },
  },
  actors: {
    'session.list': call<(typeof sessionCalls)['session.list']>(),
    end: stubActor<object, Target & { key: string }>(),
    stepUp: stepUpMachine<{ id?: string }, object>(),
  },
  guards: {
    canEnd: ({ context: { sessions } }, id: string) => othersIn(sessions).some((session) => session.id === id),
    canProve: ({ context: { sessions, asksPassword } }, id: string) =>
      asksPassword && othersIn(sessions).some((session) => session.id === id),
    hasOthers: ({ context: { sessions } }) => othersIn(sessions).length > 0,
    hasOthersToProve: ({ context: { sessions, asksPassword } }) => asksPassword && othersIn(sessions).length > 0,
    isUnanswered: (_, { kind }: Failure) => kind === 'unknown',
    /** True if the session has already ended. */
    isEnded: (_, { code }: Failure) => code === 'NO_DATA',
    needsProof: (_, { code }: Failure) => code === 'WRONG_PASSWORD',
    isLeft: stepUpGuards.isLeft,
    isRefused: stepUpGuards.isRefused,
    hasEnded: (_, outcome: StepUpOutcome<object>) => outcome.status === 'refused' && outcome.failure.code === 'NO_DATA',
  },
  actions: {
    setTarget: assign({ id: (_, id: string | null) => id, key: () => newKey() }),
    setAsked: assign({ asksPassword: true }),
  },
}).createMachine({
  id: 'devices',
  description: 'The devices on which the member is logged in.',
  context: ({ input: { asksPassword = false } }) => ({ sessions: [], id: null, key: '', asksPassword, failure: null }),
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
            guard: { type: 'canProve', params: ({ event }) => event.id },
            target: 'proving',
            actions: { type: 'setTarget', params: ({ event }) => event.id },
          },
          {
            guard: { type: 'canEnd', params: ({ event }) => event.id },
            target: 'ending',
            actions: { type: 'setTarget', params: ({ event }) => event.id },
          },
        ],
        'others.ask': [
          { guard: 'hasOthersToProve', target: 'proving', actions: { type: 'setTarget', params: null } },
          { guard: 'hasOthers', target: 'confirming' },
        ],
      },
    },
    confirming: {
      description: 'The player is asked whether to log out all other devices.',
      on: {
        'others.confirm': { target: 'ending', actions: { type: 'setTarget', params: null } },
        'others.leave': 'shown',
      },
    },
    ending: {
      description: 'Logging out one device, or all other devices.',
      tags: 'busy',
      invoke: {
        id: 'end',
        src: 'end',
        input: ({ context: { id, key } }) => ({ id, key }),
        onDone: 'loading',
        onError: [
          {
            guard: byFailure('isUnanswered'),
            target: 'unsure',
          },
          { guard: byFailure('isEnded'), target: 'loading' },
          { guard: byFailure('needsProof'), target: 'proving', actions: 'setAsked' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    proving: {
      description:
        'The player is asked whether to log out the chosen device, or all other devices, and confirms with the password or a passkey. This state ends when the outcome is known.',
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: ({ context: { id } }) =>
          id === null ? { name: 'session.endOthers', input: {} } : { name: 'session.end', input: { id } },
        onDone: [
          { guard: byOutput('isLeft'), target: 'shown' },
          { guard: byOutput('hasEnded'), target: 'loading' },
          {
            guard: byOutput('isRefused'),
            target: 'refused',
            actions: assign({ failure: ({ event }) => refusalOf(event.output) }),
          },
          { target: 'loading' },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: an ended session stays ended.',
      on: { 'end.check': 'ending', 'end.gotIt': 'loading' },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'end.gotIt': 'loading' } },
  },
})
