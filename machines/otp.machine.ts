import { type ActorRef, assertEvent, assign, fromCallback, type Snapshot, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { OTP_RESEND } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import type { registerCalls } from '#contract/register.ts'
import { byFailure, byOutput, type ClockTick, call, clock, failureIn } from './lib/actors.ts'
import { failureToast, showFailure, type Toasts } from './lib/toast.ts'

/** A requested code: its reference, which the player sees, and its token, which is required to verify the code. */
export type Otp = { ref: string; token: string }
/** Events from the phone check to its owner. */
export type OtpNotice = { type: 'otp.sent'; otp: Otp }
type Input = {
  /** The phone number in plain digits. */
  phone: string
  /** The code that was requested before a reload. If it is null, a new code is requested. */
  otp: Otp | null
  owner: ActorRef<Snapshot<unknown>, OtpNotice>
  toasts: Toasts
}

/**
 * Verifies a phone number with an OTP, unless the number was verified recently. The output is `verified`, or `left` if
 * the player wants to enter another number. Source: R39, R206–R207, D-40.
 */
export const otpMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & {
      key: string
      /** `refusal` is the refusal of the last code, or null. `refusals` is the number of refused codes. */
      refusal: Failure | null
      refusals: number
      /** True if the most recent code has been tried. */
      isTried: boolean
      /** `now` is the server time in epoch ms. `resendAt` is null until the server's clock has ticked. */
      now: number
      resendAt: number | null
    },
    output: {} as 'verified' | 'left',
    events: {} as
      | { type: 'otp.submit'; otpCode: string }
      /** The last digit has been typed. */
      | { type: 'otp.complete'; otpCode: string }
      | { type: 'otp.resend' }
      | { type: 'otp.retry' }
      | { type: 'otp.leave' }
      | ClockTick,
    tags: {} as 'busy',
  },
  actors: {
    'otp.send': call<(typeof registerCalls)['otp.send']>(),
    'otp.verify': call<(typeof registerCalls)['otp.verify']>(),
    clock,
    /** If the browser supports it, reads the code from the text message and submits the code. */
    sms: fromCallback(() => {}),
  },
  guards: {
    hasOtp: ({ context }) => context.otp !== null,
    isTyped: ({ event }) => {
      assertEvent(event, 'otp.submit')
      return event.otpCode.trim() !== ''
    },
    /**
     * True until the current code has been tried. Only that first try is automatic. Afterwards the player decides when
     * to check a code, because the server counts wrong codes.
     */
    isFirstTry: ({ context }) => !context.isTried,
    isVerified: (_, { code }: { code?: string | null | undefined }) => code === 'OTP_VERIFIED',
    /**
     * True if the code is correct but the flow cannot continue. Either the phone number of a registration already
     * belongs to a member, or the phone number for a new password has no account.
     */
    cannotGoOn: (_, { code }: Failure) => code === 'EXISTING_USER' || code === 'NO_USER',
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
    isOver: ({ context: { resendAt }, event }) => {
      assertEvent(event, 'clock.tick')
      return resendAt !== null && event.now >= resendAt
    },
  },
  actions: {
    /** A new request clears the refusal of the last code. */
    begin: assign(() => ({ key: newKey(), refusal: null })),
    reportSent: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'otp.sent' as const, otp: context.otp ?? { ref: '', token: '' } }),
    ),
    /**
     * Caps the remaining wait at the full resend delay, because the server time is an estimate that may be corrected at
     * any time.
     */
    setNow: assign(({ context, event }) => {
      assertEvent(event, 'clock.tick')
      const { now } = event
      return { now, resendAt: Math.min(context.resendAt ?? Number.POSITIVE_INFINITY, now + OTP_RESEND) }
    }),
    showFailure: sendTo(({ context }) => context.toasts, failureToast),
  },
}).createMachine({
  id: 'otp',
  description: 'Verifying a phone number with an OTP.',
  context: ({ input }) => ({
    ...input,
    key: newKey(),
    refusal: null,
    refusals: 0,
    isTried: false,
    now: 0,
    resendAt: null,
  }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'hasOtp', target: 'open' }, { target: 'sending' }] },
    sending: {
      description: 'Sending a code to the phone.',
      tags: 'busy',
      invoke: {
        id: 'otp.send',
        src: 'otp.send',
        input: ({ context }) => ({ phoneNumber: context.phone, key: context.key }),
        onDone: [
          { guard: byOutput('isVerified'), target: 'verified' },
          {
            target: 'open',
            actions: [
              assign(
                ({
                  event: {
                    output: { otpRef: ref = '', otpToken: token = '' },
                  },
                }) => ({ otp: { ref, token }, isTried: false, resendAt: null }),
              ),
              'reportSent',
            ],
          },
        ],
        onError: [
          { guard: byFailure('isVerified'), target: 'verified' },
          {
            guard: byFailure('isUnknown'),
            target: 'unsent',
            actions: showFailure,
          },
          { guard: 'hasOtp', target: 'open', actions: showFailure },
          { target: 'left', actions: showFailure },
        ],
      },
    },
    unsent: {
      description:
        'The outcome is unknown: a code may or may not have been sent. Trying again repeats the request with its key; a backend without keys sends another code.',
      on: { 'otp.retry': 'sending', 'otp.leave': 'left' },
    },
    open: {
      description:
        'The first complete code is checked immediately; later ones only when the player presses the button.',
      invoke: [
        { id: 'clock', src: 'clock' },
        { id: 'sms', src: 'sms' },
      ],
      on: {
        'otp.submit': {
          guard: 'isTyped',
          target: 'verifying',
          actions: 'begin',
        },
        'otp.complete': { guard: 'isFirstTry', target: 'verifying', actions: 'begin' },
        'otp.leave': 'left',
      },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'The player enters the code, and can request another after a minute.',
          on: {
            'clock.tick': [
              {
                guard: 'isOver',
                target: 'resendable',
                actions: 'setNow',
              },
              { actions: 'setNow' },
            ],
          },
        },
        resendable: {
          description: 'The player enters the code or requests another.',
          on: { 'otp.resend': { target: '#otp.sending', actions: 'begin' } },
        },
      },
    },
    verifying: {
      description: 'Checking the code.',
      tags: 'busy',
      entry: assign({ isTried: true }),
      invoke: {
        id: 'otp.verify',
        src: 'otp.verify',
        input: ({ context: { otp, key }, event }) => {
          assertEvent(event, ['otp.submit', 'otp.complete'])
          return { otpToken: otp?.token ?? '', otpCode: event.otpCode, key }
        },
        onDone: 'verified',
        onError: [
          { guard: byFailure('isVerified'), target: 'verified' },
          { guard: byFailure('cannotGoOn'), target: 'left', actions: showFailure },
          {
            target: 'open',
            actions: [
              assign(({ context: { refusals }, event }) => {
                const failure = failureIn({ event })
                return failure.kind === 'refused' ? { refusal: failure, refusals: refusals + 1 } : {}
              }),
              showFailure,
            ],
          },
        ],
      },
    },
    verified: { description: 'The phone number is verified.', type: 'final', output: 'verified' },
    left: {
      description: 'Back to the phone number: the player enters a different number or logs in.',
      type: 'final',
      output: 'left',
    },
  },
  output: ({ event }) => event.output as 'verified' | 'left',
})
