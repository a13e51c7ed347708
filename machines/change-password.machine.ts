import { assertEvent, assign, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { changeProblem, type Passwords, type profileCalls } from '#contract/profile.ts'
import { newKey } from '#contract/random.ts'
import type { TypingProblem } from '#contract/register.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'

/**
 * `least` is the minimum length of a password, if the operator sets one. `endsSessions` means that the backend logs out
 * the member's other devices. `sentAt` is the time at which the pending change was sent, in epoch ms, or null if there
 * is none.
 */
type Input = {
  least: number | undefined
  endsSessions: boolean
  sentAt: number | null
}

/** `old` means that the server rejected the current password. */
type Problem = TypingProblem | 'old'

/**
 * Returns the problem with the typed passwords, if there is one. Passwords exist only in the event and the call, never
 * in context.
 */
const wrong = ({ context: { least }, event }: { context: Input; event: Passwords }) => changeProblem(event, least)

/** Changes the member's password. Source: R131, R278–R279, R410. */
export const changePasswordMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & { key: string; problem: Problem | null; failure: Failure | null },
    events: {} as
      | { type: 'password.type' }
      | ({ type: 'password.submit' } & Passwords)
      | ({ type: 'password.check' } & Passwords)
      | { type: 'password.gotIt' | 'password.login' },
    tags: {} as 'busy',
  },
  actors: { 'account.password': call<(typeof profileCalls)['account.password']>() },
  guards: {
    wasSent: ({ context }) => context.sentAt !== null,
    isWrong: (_, problem: TypingProblem | null) => problem !== null,
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    isWrongPassword: (_, { code }: Failure) => code === 'WRONG_PASSWORD',
  },
  actions: {
    /**
     * `savePending` records in this tab that a change was sent, and `clearPending` deletes the record once the server
     * has replied. Both are implemented in src/actors.
     */
    savePending: () => {},
    clearPending: () => {},
  },
}).createMachine({
  id: 'changePassword',
  description: 'Changing the password.',
  context: ({ input }) => ({ ...input, key: '', problem: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'wasSent', target: 'lost' }, { target: 'editing' }] },
    lost: {
      description:
        'The page was reloaded before the server answered, and passwords are never stored. Only a login with the new password shows whether it was changed.',
      on: {
        'password.login': { target: 'left', actions: 'clearPending' },
        'password.gotIt': { target: 'editing', actions: 'clearPending' },
      },
    },
    editing: {
      description: 'The player enters the old password once and the new one twice.',
      on: {
        'password.type': { actions: assign({ problem: null }) },
        'password.submit': [
          { guard: { type: 'isWrong', params: wrong }, actions: assign({ problem: wrong }) },
          { target: 'saving', actions: assign({ key: () => newKey(), problem: null }) },
        ],
      },
    },
    saving: {
      description: 'Changing the password.',
      tags: 'busy',
      entry: 'savePending',
      invoke: {
        id: 'account.password',
        src: 'account.password',
        input: ({ context: { key }, event }) => {
          assertEvent(event, ['password.submit', 'password.check'])
          return { oldPassword: event.oldPassword, newPassword: event.newPassword, key }
        },
        onDone: { target: 'saved', actions: 'clearPending' },
        onError: [
          {
            guard: byFailure('isUnknown'),
            target: 'unsure',
            actions: assign({ failure: failureIn }),
          },
          {
            guard: byFailure('isWrongPassword'),
            target: 'editing',
            actions: [assign({ problem: 'old' }), 'clearPending'],
          },
          { target: 'refused', actions: [assign({ failure: failureIn }), 'clearPending'] },
        ],
      },
    },
    refused: {
      description: 'The server refused the request; the reason is shown.',
      on: { 'password.gotIt': 'editing' },
    },
    unsure: {
      description:
        'The outcome is unknown. Checking again is safe: the idempotency key prevents a second change. On a backend without keys, a login with the new password shows the outcome.',
      on: { 'password.check': 'saving', 'password.gotIt': 'closed' },
    },
    saved: {
      description: 'The password is changed.',
      on: { 'password.gotIt': 'closed' },
    },
    closed: { description: 'The dialog closes.', type: 'final' },
    left: { description: 'The member is logged out, and the login page opens.', type: 'final' },
  },
})
