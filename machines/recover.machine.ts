import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { REDIRECT } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import type { recoverCalls } from '#contract/recover.ts'
import { passwordProblem, phoneOf, phoneProblem, type TypingProblem } from '#contract/register.ts'
import { byFailure, byOutput, call, failureIn, stubActor } from './lib/actors.ts'
import { failureToast, showFailure, type Toasts } from './lib/toast.ts'
import { type Otp, type OtpNotice, otpMachine } from './otp.machine.ts'

/**
 * The draft that this tab stores. `phone` contains only digits. `otp` is the code sent to that phone, or null if there
 * is no code to check.
 */
export type RecoverDraft = Phone & { otp: Otp | null }
type Input = RecoverDraft & { isLaos: boolean; toasts: Toasts }
/**
 * `isOffered` is true if the backend can send a code for setting a new password. `least` is the minimum password
 * length. `wait` is the number of hours for which withdrawals are blocked after the change. Each number is undefined if
 * the operator has not set it.
 */
type Rules = { isOffered: boolean; least: number | undefined; wait: number | undefined }
type Phone = { phone: string }
type Passwords = { password: string; confirm: string }
type Context = Input & Omit<Rules, 'isOffered'>

const wrongPhone = ({ context: { isLaos }, event: { phone } }: { context: Context; event: Phone }) =>
  phoneProblem(phone, isLaos)
/**
 * Returns what is wrong with the typed passwords, or null. Passwords exist only in the event and the call, never in
 * context.
 */
const wrongPassword = ({ context: { least }, event: { password, confirm } }: { context: Context; event: Passwords }) =>
  passwordProblem(password, confirm, least)

/**
 * Sets a new password for a member who has forgotten the old one, in three steps: phone, code, password.
 * Source: R568–R571, D-62.
 */
export const recoverMachine = setup({
  types: {
    input: {} as Input,
    /** `failure` is the reason why the server refused the password, or why the outcome is unknown. */
    context: {} as Context & { key: string; problem: TypingProblem | null; failure: Failure | null },
    events: {} as
      | { type: 'rules.retry' | 'phone.type' | 'password.type' | 'recover.login' }
      | ({ type: 'phone.submit' } & Phone)
      | ({ type: 'password.submit' } & Passwords)
      | { type: 'recover.check'; password: string }
      | OtpNotice,
    /** The tag `password` is set once the phone number is verified and the form for the new password is shown. */
    tags: {} as 'busy' | 'password' | 'over',
    children: {} as { otp: 'otp' },
  },
  actors: {
    rules: stubActor<Rules>(),
    otp: otpMachine,
    'recover.password': call<(typeof recoverCalls)['recover.password']>(),
  },
  delays: { REDIRECT },
  guards: {
    isOffered: (_, rules: Rules) => rules.isOffered,
    hasCode: ({ context }) => context.otp !== null,
    isWrong: (_, problem: TypingProblem | null) => problem !== null,
    isVerified: (_, result: 'verified' | 'left') => result === 'verified',
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    /** True if the verified code has expired. */
    isUnverified: (_, { code }: Failure) => code === 'UNVERIFIED_OTP',
    hasNoAccount: (_, { code }: Failure) => code === 'NO_USER',
  },
  actions: {
    showFailure: sendTo(({ context }) => context.toasts, failureToast),
    showDone: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'good', text: 'recover.done' }),
    showExpired: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'bad', text: 'recover.expired' }),
    /** Stores the phone number and the code in this tab. Implemented in src/actors. */
    saveDraft: () => {},
    /**
     * Removes the phone number and the code from this tab, and stores the phone number for the login. Implemented in
     * src/actors.
     */
    savePhone: () => {},
  },
}).createMachine({
  id: 'recover',
  description: 'Setting a new password for a member who has forgotten the old one.',
  context: ({ input }) => ({
    ...input,
    ...{ least: undefined, wait: undefined, key: '', problem: null, failure: null },
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Checking whether the site sends codes for setting a new password.',
      tags: 'busy',
      invoke: {
        id: 'rules',
        src: 'rules',
        onDone: [
          {
            guard: byOutput('isOffered'),
            target: 'begin',
            actions: assign(({ event: { output } }) => ({ least: output.least, wait: output.wait })),
          },
          { target: 'unoffered' },
        ],
        onError: 'unavailable',
      },
    },
    begin: { always: [{ guard: 'hasCode', target: 'verifying.entering' }, { target: 'phone' }] },
    unavailable: {
      description: 'The check failed; the player can try again.',
      on: { 'rules.retry': 'loading' },
    },
    unoffered: {
      description: 'The site sends no codes: only support can help with a forgotten password.',
    },
    phone: {
      description: 'The player enters the phone number of the account.',
      entry: [assign({ otp: null }), 'saveDraft'],
      on: {
        'phone.type': { actions: assign({ problem: null }) },
        'phone.submit': [
          { guard: { type: 'isWrong', params: wrongPhone }, actions: assign({ problem: wrongPhone }) },
          { target: 'verifying', actions: assign({ problem: null, phone: ({ event }) => phoneOf(event.phone) }) },
        ],
      },
    },
    verifying: {
      description: 'The player enters a code to confirm that the phone is theirs.',
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context: { phone, otp, toasts }, self }) => ({ phone, otp, toasts, owner: self }),
        onDone: [{ guard: byOutput('isVerified'), target: 'password' }, { target: 'phone' }],
      },
      on: {
        'otp.sent': { target: '.entering', actions: [assign({ otp: ({ event }) => event.otp }), 'saveDraft'] },
      },
      initial: 'sending',
      states: {
        sending: { description: 'A code is being sent to the phone.' },
        entering: { description: 'The player enters the code.' },
      },
    },
    password: {
      description: 'The player enters the new password twice.',
      tags: 'password',
      entry: [assign({ otp: null }), 'saveDraft'],
      on: {
        'password.type': { actions: assign({ problem: null, failure: null }) },
        'password.submit': [
          { guard: { type: 'isWrong', params: wrongPassword }, actions: assign({ problem: wrongPassword }) },
          { target: 'saving', actions: assign({ problem: null, failure: null, key: () => newKey() }) },
        ],
      },
    },
    saving: {
      description: 'Setting the new password.',
      tags: ['busy', 'password'],
      invoke: {
        id: 'recover.password',
        src: 'recover.password',
        input: ({ context: { phone, key }, event }) => {
          assertEvent(event, ['password.submit', 'recover.check'])
          return { phoneNumber: phone, password: event.password, key }
        },
        onDone: 'saved',
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure', actions: assign({ failure: failureIn }) },
          { guard: byFailure('isUnverified'), target: 'phone', actions: 'showExpired' },
          { guard: byFailure('hasNoAccount'), target: 'phone', actions: showFailure },
          { target: 'password', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description:
        'The outcome is unknown: the new password may or may not be set. Checking again is safe: the idempotency key prevents a second change; on a backend without keys, the app tries to log in with the typed password. The player can log in instead.',
      tags: 'password',
      exit: assign({ failure: null }),
      on: {
        'recover.check': 'saving',
        'recover.login': { target: 'left', actions: 'savePhone' },
      },
    },
    saved: {
      description: 'The new password is set; the login page opens in a moment.',
      tags: ['password', 'over'],
      entry: ['showDone', 'savePhone'],
      after: { REDIRECT: 'left' },
    },
    left: { description: 'The login page opens.', tags: ['password', 'over'], type: 'final' },
  },
})
