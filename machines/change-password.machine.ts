import { assign, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import { changeProblem, type Passwords, type profileCalls } from '#contract/profile.ts'
import type { TypingProblem } from '#contract/register.ts'
import { call, failureIn } from './outside.ts'

/**
 * `least`: the fewest characters of a password, where the operator has such a rule. `endsSessions`: the backend says that
 * it logs out the member's other devices. `sentAt`: when a change was sent, epoch ms, while no answer has come.
 */
type Input = {
  least: number | undefined
  endsSessions: boolean
  sentAt: number | null
}

/** `old`: the server says that the current password is wrong. */
type Problem = TypingProblem | 'old'

/** The fields live in the event and the call only, never in context. */
const wrong = ({ context: { least }, event }: { context: Input; event: Passwords }) => changeProblem(event, least)

/** Changing the password. Source: R131, R278–R279, R410. */
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
    keepKey: assign({ key: () => newKey(), problem: null }),
    keepProblem: assign({ problem: (_, problem: Problem | null) => problem }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    /** Keeps in this tab that a change was sent until it is answered; src/actors provides both. */
    savePending: () => {},
    dropPending: () => {},
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
        'The page was loaded again before an answer came, and no password is stored: only a login with the new password shows whether it was changed.',
      on: {
        'password.login': { target: 'left', actions: 'dropPending' },
        'password.gotIt': { target: 'editing', actions: 'dropPending' },
      },
    },
    editing: {
      description: 'The player enters the old password, and the new one twice.',
      on: {
        'password.type': { actions: { type: 'keepProblem', params: null } },
        'password.submit': [
          { guard: { type: 'isWrong', params: wrong }, actions: { type: 'keepProblem', params: wrong } },
          { target: 'saving', actions: 'keepKey' },
        ],
      },
    },
    saving: {
      description: 'The password is being changed.',
      tags: 'busy',
      entry: 'savePending',
      invoke: {
        id: 'account.password',
        src: 'account.password',
        input: ({ context: { key }, event }) =>
          event.type === 'password.submit' || event.type === 'password.check'
            ? { oldPassword: event.oldPassword, newPassword: event.newPassword, key }
            : { oldPassword: '', newPassword: '', key },
        onDone: { target: 'saved', actions: 'dropPending' },
        onError: [
          {
            guard: { type: 'isUnknown', params: failureIn },
            target: 'unsure',
            actions: { type: 'keepFailure', params: failureIn },
          },
          {
            guard: { type: 'isWrongPassword', params: failureIn },
            target: 'editing',
            actions: [{ type: 'keepProblem', params: 'old' }, 'dropPending'],
          },
          { target: 'refused', actions: [{ type: 'keepFailure', params: failureIn }, 'dropPending'] },
        ],
      },
    },
    refused: { description: 'The server said why not.', on: { 'password.gotIt': 'editing' } },
    unsure: {
      description:
        'No answer came: it is not known whether the password was changed. Checking again cannot do it twice: the server knows the request by its key, or the new password is tried at the login.',
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
