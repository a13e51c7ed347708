import { assertEvent, assign, type EventObject, fromCallback, sendTo, setup } from 'xstate'
import { upperName } from '#contract/bank.ts'
import type { Failure } from '#contract/failure.ts'
import type { Language } from '#contract/language.ts'
import { REDIRECT } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import {
  type Bank,
  bankOf,
  bankProblem,
  phoneOf,
  phoneProblem,
  profileOf,
  profileProblem,
  type registerCalls,
  type Source,
  type Typed,
  type TypingProblem,
} from '#contract/register.ts'
import { type SiteSettings, SPEC_SETTINGS } from '#contract/settings.ts'
import { byFailure, byOutput, call, failureIn, stubActor } from './lib/actors.ts'
import { failureToast, showFailure, type Toasts } from './lib/toast.ts'
import { type Otp, type OtpNotice, otpMachine } from './otp.machine.ts'

type Calls = typeof registerCalls
export type Step = 'phone' | 'otp' | 'profile' | 'bank'
/**
 * A registration in progress, as stored in this tab. `phone` contains only digits, and is set once the server has
 * accepted the number. `sentAt` is the time at which the registration was sent, in epoch ms, while its outcome is
 * unknown. Otherwise it is null.
 */
export type Draft = { step: Step; typed: Typed; phone: string; otp: Otp | null; sentAt: number | null }
/** The referral sources, with their names in `language`. */
type Sources = { sources: (Source | null)[]; language: Language }
type Lookups = Sources & { hasOtp: boolean; banks: (Bank | null)[]; settings: SiteSettings }
type Secret = { password: string }
type Profile = Secret & { confirm: string }
type Input = Draft & { isLaos: boolean; isInvited: boolean; toasts: Toasts }

/**
 * The transition taken when the phone number must be verified with an OTP after all: the player starts over with the
 * current settings.
 */
const unverified = {
  guard: byFailure('isUnverified'),
  target: 'loading',
  actions: [showFailure, 'clearSent', 'restart'],
} as const

const wrongPhone = ({ context: { typed, isLaos } }: { context: Input }) => phoneProblem(typed.phone, isLaos)
const wrongProfile = ({ context, event }: { context: Input & Lookups; event: Profile }) =>
  profileProblem(context.typed, event, context.settings)
const wrongBank = ({ context }: { context: Input & Lookups }) => bankProblem(context.typed, context.settings)

/**
 * Registration in four steps: phone, code, profile, bank account. The code step is skipped if OTP is off.
 *
 * This stays one long machine, because a reply to any step can return the player to an earlier step, and all steps
 * share one draft. Source: R37–R53, R204–R209, R251–R259, D-38–D-41.
 */
export const registerMachine = setup({
  types: {
    input: {} as Input,
    /** `failure` is the reason why the outcome is unknown. */
    context: {} as Input &
      Lookups & {
        key: string
        isSent: boolean
        problem: TypingProblem | null
        failure: Failure | null
      },
    events: {} as
      | { type: 'lookup.retry' }
      | { type: 'field.type'; field: keyof Typed; text: string }
      | { type: 'password.type' }
      | ({ type: 'sources.read' } & Sources)
      | { type: 'invite.drop' }
      | { type: 'phone.submit' }
      | ({ type: 'profile.submit' } & Profile)
      | ({ type: 'bank.submit' } & Secret)
      | ({ type: 'register.check' } & Secret)
      | { type: 'register.login' | 'register.again' }
      | { type: 'step.back' }
      | OtpNotice,
    tags: {} as 'busy' | 'over',
    children: {} as { otp: 'otp' },
  },
  actors: {
    /**
     * The registration settings: whether OTP is on, the banks, the referral sources, and the operator's rules.
     * Registration is impossible without the first three.
     */
    lookups: stubActor<Lookups>(),
    otp: otpMachine,
    /** Reloads the referral sources when the language changes. */
    sources: fromCallback<EventObject, Language>(() => {}),
    'account.validate': call<Calls['account.validate']>(),
    'account.create': call<Calls['account.create']>(),
  },
  delays: { REDIRECT },
  guards: {
    wasSent: ({ context }) => context.sentAt !== null,
    wasAtOtp: ({ context: { step, otp, hasOtp } }) => step === 'otp' && otp !== null && hasOtp,
    wasBeyondOtp: ({ context: { step } }) => step === 'profile' || step === 'bank',
    isWrong: (_, problem: TypingProblem | null) => problem !== null,
    needsOtp: ({ context }) => context.hasOtp,
    isVerified: (_, result: 'verified' | 'left') => result === 'verified',
    isUnverified: (_, { code }: Failure) => code === 'UNVERIFIED_OTP',
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
  },
  actions: {
    restart: assign({ step: 'phone' }),
    setTyped: assign(({ context: { typed }, event }) => {
      assertEvent(event, 'field.type')
      const { field, text } = event
      const isName = field === 'firstName' || field === 'lastName'
      return { problem: null, typed: { ...typed, [field]: isName ? upperName(text) : text } }
    }),
    setPhone: assign({ phone: ({ context }) => phoneOf(context.typed.phone) }),
    clearSent: assign({ sentAt: null, isSent: false }),
    showFailure: sendTo(({ context }) => context.toasts, failureToast),
    showDone: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'good', text: 'register.done' }),
    /** Stores the draft in this tab, and the invite code in the browser. Implemented in src/actors. */
    saveDraft: () => {},
    /** Removes the invite code. Implemented in src/actors. */
    clearInvite: () => {},
    /** Removes the draft and the invite code, and stores the phone number for the login. Implemented in src/actors. */
    clearDraft: () => {},
  },
}).createMachine({
  id: 'register',
  description: 'Registration: phone, code, profile, bank account.',
  context: ({ input }) => ({
    ...input,
    // until the settings are loaded, step 1 assumes that OTP is on
    hasOtp: true,
    banks: [],
    sources: [],
    language: 'th',
    settings: SPEC_SETTINGS,
    key: '',
    isSent: false,
    problem: null,
    failure: null,
  }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'wasSent', target: 'lost' }, { target: 'loading' }] },
    lost: {
      description:
        'The page was reloaded before the server answered, and passwords are never stored. Only a login shows whether the account was created.',
      on: {
        'register.login': { target: 'left', actions: ['clearSent', 'saveDraft'] },
        'register.again': { target: 'loading', actions: 'clearSent' },
      },
    },
    loading: {
      description: 'Loading the registration settings (OTP on or off, banks, referral sources).',
      tags: 'busy',
      entry: 'saveDraft',
      invoke: {
        id: 'lookups',
        src: 'lookups',
        onDone: { target: 'begin', actions: assign(({ event }) => event.output) },
        onError: 'unavailable',
      },
    },
    begin: {
      always: [
        { guard: 'wasAtOtp', target: 'verifying' },
        { guard: 'wasBeyondOtp', target: 'profile' },
        { target: 'phone' },
      ],
    },
    unavailable: {
      description: 'The registration settings could not be loaded; registration is impossible without them.',
      on: { 'lookup.retry': 'loading' },
    },
    phone: {
      description: 'Step 1: the phone number.',
      entry: [assign({ step: 'phone', otp: null, problem: null }), 'saveDraft'],
      on: {
        'field.type': { actions: ['setTyped', 'saveDraft'] },
        'phone.submit': [
          { guard: { type: 'isWrong', params: wrongPhone }, actions: assign({ problem: wrongPhone }) },
          { guard: 'needsOtp', target: 'verifying', actions: 'setPhone' },
          { target: 'profile', actions: 'setPhone' },
        ],
      },
    },
    verifying: {
      description: 'Step 2: the phone number is verified with an OTP.',
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context: { phone, otp, toasts }, self }) => ({ phone, otp, toasts, owner: self }),
        onDone: [{ guard: byOutput('isVerified'), target: 'profile' }, { target: 'phone' }],
      },
      on: {
        'otp.sent': {
          actions: [assign({ step: 'otp', otp: ({ event }) => event.otp, problem: null }), 'saveDraft'],
        },
      },
    },
    profile: {
      description: 'Step 3: name, password, referral source, inviter.',
      entry: [assign({ step: 'profile', problem: null }), 'saveDraft'],
      invoke: { id: 'sources', src: 'sources', input: ({ context }) => context.language },
      on: {
        'field.type': { actions: ['setTyped', 'saveDraft'] },
        'profile.submit': [
          { guard: { type: 'isWrong', params: wrongProfile }, actions: assign({ problem: wrongProfile }) },
          { target: 'validating' },
        ],
        'sources.read': { actions: assign(({ event: { sources, language } }) => ({ sources, language })) },
        'password.type': { actions: assign({ problem: null }) },
        'invite.drop': {
          actions: [
            assign(({ context: { typed } }) => ({ isInvited: false, typed: { ...typed, inviteCode: '' } })),
            'clearInvite',
            'saveDraft',
          ],
        },
        'step.back': 'phone',
      },
    },
    validating: {
      description: 'Checking the profile.',
      tags: 'busy',
      invoke: {
        id: 'account.validate',
        src: 'account.validate',
        input: ({ context, event }) => {
          assertEvent(event, 'profile.submit')
          return profileOf(context, event.password)
        },
        onDone: 'bank',
        onError: [unverified, { target: 'profile', actions: showFailure }],
      },
    },
    bank: {
      description: 'Step 4: the bank account for deposits and withdrawals.',
      entry: [assign({ step: 'bank', problem: null }), 'saveDraft'],
      on: {
        'field.type': { actions: ['setTyped', 'saveDraft'] },
        'bank.submit': [
          { guard: { type: 'isWrong', params: wrongBank }, actions: assign({ problem: wrongBank }) },
          { target: 'creating', actions: assign({ key: () => newKey(), isSent: true }) },
        ],
        'step.back': 'profile',
      },
    },
    creating: {
      description: 'Creating the account.',
      tags: 'busy',
      entry: 'saveDraft',
      invoke: {
        id: 'account.create',
        src: 'account.create',
        input: ({ context, event }) => {
          assertEvent(event, ['bank.submit', 'register.check'])
          return { ...profileOf(context, event.password), ...bankOf(context), key: context.key }
        },
        onDone: 'registered',
        onError: [
          {
            guard: byFailure('isUnknown'),
            target: 'unsure',
            actions: assign({ failure: failureIn }),
          },
          unverified,
          { target: 'bank', actions: [showFailure, 'clearSent'] },
        ],
      },
    },
    unsure: {
      description:
        'The outcome is unknown: the account may or may not have been created. Checking again is safe: the idempotency key prevents a second account; on a backend without keys, the app tries to log in with the typed password. The player can log in instead.',
      on: {
        'register.check': 'creating',
        'register.login': { target: 'left', actions: ['clearSent', 'saveDraft'] },
      },
    },
    registered: {
      description: 'The account is created; the login page opens in a moment.',
      tags: 'over',
      entry: ['showDone', 'clearDraft'],
      after: { REDIRECT: 'left' },
    },
    left: { description: 'The login page opens.', tags: 'over', type: 'final' },
  },
})
