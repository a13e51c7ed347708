import { createEmptyActor } from 'xstate'
import { recoverMachine } from '#machines/recover.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked } from '#tests/kit/samples/register.ts'
import { RULES } from '#tests/kit/samples/settings.ts'

const NEW = 'new-demo1234'
const rules = { isOffered: true, least: RULES.passwordMin, wait: 24 }

const fresh = { isLaos: false, toasts: createEmptyActor() as never }

export default defineModel({
  machine: recoverMachine,
  starts: {
    'the player opens the forgotten-password page': { ...fresh, phone: '', otp: null },
    'the page is reloaded after a code was sent': { ...fresh, phone: '0812345678', otp: asked },
  },
  events: {
    'rules.retry': { 'the player tries again': {} },
    'phone.type': { 'the player types a digit': {} },
    'phone.submit': {
      'the player submits the form without a phone number': { phone: '' },
      'the player submits nine digits': { phone: '081234567' },
      'the player submits ten digits': { phone: '0812345678' },
    },
    'otp.sent': { 'a code is sent': { otp: asked } },
    'password.type': { 'the player types a password': {} },
    'password.submit': {
      'the player saves with an empty field': { password: NEW, confirm: '' },
      'the player saves a password of seven characters': { password: 'secret7', confirm: 'secret7' },
      'the player saves two passwords that do not match': { password: NEW, confirm: 'new-demo12345' },
      'the player saves a valid password': { password: NEW, confirm: NEW },
    },
    'recover.check': { 'the player checks again': { password: NEW } },
    'recover.login': { 'the player goes to the login page': {} },
  },
  calls: { rules: ['lookup.active'], otp: ['recover.send'] },
  outcomes: {
    rules: {
      done: {
        'the site sends codes': rules,
        'the site sends codes, but does not say how long withdrawals are blocked': { ...rules, wait: undefined },
        'the site sends no codes': { ...rules, isOffered: false },
      },
      error: { 'no answer': noAnswer },
    },
    otp: { done: { 'the phone is verified': 'verified', 'the player has gone back to the phone number': 'left' } },
    'recover.password': {
      done: { 'the password is set': {} },
      error: {
        'refused: the password is too common': refused('PASSWORD_COMMON'),
        'refused: the code is too old': refused('UNVERIFIED_OTP'),
        'refused: no account has this phone number': refused('NO_USER'),
        'no answer': noAnswer,
      },
    },
  },
  facts: ({ failure, otp }) => ({ failure: failure?.code ?? null, 'code sent': otp !== null }),
  stories: {
    'A member replaces a forgotten password': [
      'the player opens the forgotten-password page',
      'the server answers: the site sends codes',
      'the player submits ten digits',
      'a code is sent',
      'the phone check ends: the phone is verified',
      'the player saves a valid password',
      'recover.password answers: the password is set',
      'after 2 s (REDIRECT)',
    ],
  },
  cites: {
    'the page is reloaded after a code was sent': 'R569',
    phone: 'R568',
    'verifying.sending': 'R569',
    'recover.password': 'R570',
    saved: 'R570, D-62',
    unsure: 'R571',
    'the server answers: the site sends no codes': 'R573',
  },
})
