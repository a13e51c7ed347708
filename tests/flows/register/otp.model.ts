import { createEmptyActor } from 'xstate'
import { OTP_RESEND } from '#contract/limits.ts'
import { otpMachine } from '#machines/otp.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, CODE } from '#tests/kit/samples/register.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5)
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Bangkok' })
const timeOf = (at: number | null) => at && TIME.format(at)
const others = { owner: createEmptyActor() as never, toasts: createEmptyActor() as never }

export default defineModel({
  machine: otpMachine,
  starts: {
    'the player reaches the code step': { phone: '0812345678', otp: null, ...others },
    'the page is reloaded after a code was requested': { phone: '0812345678', otp: asked, ...others },
  },
  events: {
    'otp.submit': {
      'the player submits the code': { otpCode: CODE },
      'the player submits the form without a code': { otpCode: ' ' },
    },
    'otp.complete': { 'the player types the last digit': { otpCode: CODE } },
    'otp.resend': { 'the player requests another code': {} },
    'otp.retry': { 'the player tries again': {} },
    'otp.leave': { 'the player goes back': {} },
    'clock.tick': {
      'the clock shows 10:04:05': { now: START },
      'the clock shows 10:05:05': { now: START + OTP_RESEND },
      'the clock shows 10:06:05': { now: START + 2 * OTP_RESEND },
    },
  },
  outcomes: {
    'otp.send': {
      done: {
        'a code is sent': { otpRef: asked.ref, otpToken: asked.token, code: null },
        'the phone is already verified': { code: 'OTP_VERIFIED' },
      },
      error: {
        'the phone is already verified': refused('OTP_VERIFIED'),
        'refused: too many messages': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
    'otp.verify': {
      done: { 'the code is correct': {} },
      error: {
        'the phone is already verified': refused('OTP_VERIFIED'),
        'refused: the phone is already registered': refused('EXISTING_USER'),
        'refused: the code is wrong': refused('OTP_CODE_INVALID'),
        'no answer': noAnswer,
      },
    },
  },
  facts: ({ otp, resendAt, isTried }) => ({
    'code sent': otp !== null,
    'code tried': isTried,
    'next code at': timeOf(resendAt),
  }),
  stories: {
    'The player enters the code from the text message': [
      'the player reaches the code step',
      'otp.send answers: a code is sent',
      'the player types the last digit',
      'otp.verify answers: the code is correct',
    ],
  },
  cites: {
    'otp.send': 'R324',
    'open.waiting': 'R39',
    'otp.send answers: the phone is already verified': 'R206, D-40',
    'otp.send fails: the phone is already verified': 'R206, D-40',
    'otp.send is refused: too many messages': 'R392',
    'open.resendable': 'D-40',
    'otp.complete': 'R596',
    'otp.resend': 'D-40',
    'otp.verify': 'R325',
    'otp.verify answers: the code is correct': 'R207',
    'otp.verify fails: the phone is already verified': 'D-40',
    'otp.verify is refused: the phone is already registered': 'R392',
    'otp.verify is refused: the code is wrong': 'R392',
  },
})
