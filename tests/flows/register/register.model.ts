import { createEmptyActor } from 'xstate'
import { bankProblem, phoneProblem, profileProblem } from '#contract/register.ts'
import { registerMachine } from '#machines/register.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { asked, blank, lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { problemWords } from '#tests/kit/typed-words.ts'

const toasts = createEmptyActor() as never
const first = { ...visit, toasts }
const again = { ...first, typed, phone: typed.phone }

/** The only field that paths change at each step. Stories may change any field. */
const fieldAt: Record<string, string> = { phone: 'phone', profile: 'name', bank: 'firstName' }

export default defineModel({
  machine: registerMachine,
  starts: {
    'a visitor opens the registration page': first,
    'a visitor opens an invite link': { ...first, isInvited: true, typed: { ...blank, inviteCode: 'PRm1' } },
    'the page is reloaded at step 1 with nine digits entered': {
      ...again,
      typed: { ...typed, phone: '081234567' },
    },
    'the page is reloaded at step 2': { ...again, step: 'otp', otp: asked },
    'the page is reloaded at step 3': { ...again, step: 'profile' },
    'the page is reloaded at step 4': { ...again, step: 'bank' },
    'the page is reloaded before the server has responded to the registration': {
      ...again,
      step: 'bank',
      sentAt: Date.UTC(2026, 10, 21, 8, 2),
    },
    'in Laos, the page is reloaded at step 4 with a Lao name entered for an account at KTB': {
      ...again,
      step: 'bank',
      isLaos: true,
      typed: { ...typed, firstName: 'ສົມໃຈ' },
    },
  },
  events: {
    'lookup.retry': { 'the player tries again': {} },
    'field.type': {
      'the player enters a phone number of ten digits': { field: 'phone', text: typed.phone },
      'the player enters a name': { field: 'name', text: typed.name },
      'the player chooses a referral source': { field: 'sourceCode', text: typed.sourceCode },
      'the player chooses a bank': { field: 'bankCode', text: typed.bankCode },
      'the player enters the account number': { field: 'accountNo', text: typed.accountNo },
      'the player enters the first name of the account holder': { field: 'firstName', text: typed.firstName },
      'the player enters the last name of the account holder': { field: 'lastName', text: typed.lastName },
    },
    'sources.read': { 'the language is changed': { sources: lists.sources, language: 'en' } },
    'password.type': { 'the player types a password': {} },
    'invite.drop': { 'the player removes the invite code': {} },
    'phone.submit': { 'the player continues': {} },
    'profile.submit': {
      'the player continues with two passwords that do not match': { password: PASSWORD, confirm: 'demo12345' },
      'the player continues': { password: PASSWORD, confirm: PASSWORD },
    },
    'bank.submit': { 'the player registers': { password: PASSWORD } },
    'register.check': { 'the player checks again': { password: PASSWORD } },
    'register.login': { 'the player goes to the login page': {} },
    'register.again': { 'the player registers again': {} },
    'step.back': { 'the player goes back': {} },
    'otp.sent': { 'a code is sent': { otp: asked } },
  },
  calls: { lookups: ['lookup.registerOTP', 'lookup.banks', 'lookup.sources'], otp: ['otp.send'] },
  outcomes: {
    lookups: {
      done: { 'OTP is on': { hasOtp: true, ...lists }, 'OTP is off': { hasOtp: false, ...lists } },
      error: { 'no answer': noAnswer },
    },
    otp: { done: { 'the phone is verified': 'verified', 'the player has gone back to the phone number': 'left' } },
    'account.validate': {
      done: { 'the profile is valid': {} },
      error: {
        'refused: the player is already a member': refused('EXISTING_USER'),
        'refused: the phone is not verified': refused('UNVERIFIED_OTP'),
        'no answer': noAnswer,
      },
    },
    'account.create': {
      done: { 'the account is created': {} },
      error: {
        'refused: the bank account belongs to another member': refused('EXISTING_BANK'),
        'refused: the phone is not verified': refused('UNVERIFIED_OTP'),
        'no answer': noAnswer,
      },
    },
  },
  only: {
    'field.type': ({ value }, { field }) => fieldAt[String(value)] === field,
    'invite.drop': ({ context }) => context.isInvited,
  },
  stories: {
    'A visitor registers, with OTP': [
      'a visitor opens the registration page',
      'the server answers: OTP is on',
      'the player enters a phone number of ten digits',
      'the player continues',
      'a code is sent',
      'the phone check ends: the phone is verified',
      'the player enters a name',
      'the player chooses a referral source',
      'the player continues',
      'account.validate answers: the profile is valid',
      'the player chooses a bank',
      'the player enters the account number',
      'the player enters the first name of the account holder',
      'the player enters the last name of the account holder',
      'the player registers',
      'account.create answers: the account is created',
      'after 2 s (REDIRECT)',
    ],
  },
  facts: ({ step, hasOtp, otp, typed, isInvited, isLaos, settings }) => ({
    step,
    'OTP on': hasOtp,
    'code sent': step === 'otp' && otp !== null,
    'phone number': problemWords(phoneProblem(typed.phone, isLaos)),
    'profile complete': profileProblem(typed, { password: PASSWORD, confirm: PASSWORD }, settings) === null,
    'bank account': problemWords(bankProblem(typed, settings)),
    'player invited': isInvited,
  }),
  cites: {
    'the player registers again': 'R204',
    lookups: 'R40',
    'the server answers: OTP is off': 'R205',
    'a visitor opens an invite link': 'R50, R52',
    phone: 'R37, R38',
    'the player enters the first name of the account holder': 'R258',
    'phone.submit': 'R251, R252, R253',
    verifying: 'R39, R40',
    otp: 'R206, R207, D-40',
    profile: 'R41, R42, R43, R44, R45',
    'profile.submit': 'R254, R256, D-38',
    'account.validate': 'R208, D-39',
    bank: 'R46, R47, R48, R49',
    'bank.submit': 'R255, R257, R259',
    'account.create': 'D-41',
    'account.create answers: the account is created': 'R53, R204',
    REDIRECT: 'R53',
    left: 'R209',
  },
})
