import type { AnyStateMachine } from 'xstate'
import { dataCalls } from '#contract/data.ts'
import { playLimitCalls } from '#contract/play-limit.ts'
import { QR_RULES, qrCalls } from '#contract/qr.ts'
import { registerCalls } from '#contract/register.ts'
import { slipCalls } from '#contract/slip.ts'
import { depositLogic, pendingDeposits } from '#src/actors/deposit.ts'
import { erasureLogic } from '#src/actors/erasure.ts'
import { limitQuestionLogic } from '#src/actors/limit-question.ts'
import { playLimitLogic } from '#src/actors/play-limit.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import erasure from '#tests/flows/erasure/erasure.model.ts'
import limitQuestion from '#tests/flows/limit-question/limit-question.model.ts'
import playLimit from '#tests/flows/play-limit/play-limit.model.ts'
import qrCode from '#tests/flows/qr-deposit/qr-code.model.ts'
import qrDeposit from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import register from '#tests/flows/register/register.model.ts'
import slipUpload from '#tests/flows/slip-upload/slip-upload.model.ts'
import stepUp from '#tests/flows/step-up/step-up.model.ts'
import { limited } from '#tests/kit/samples/play-limit.ts'
import { code } from '#tests/kit/samples/qr.ts'
import { childOf, outsider } from './actors.ts'
import type { Flow } from './flow.ts'

const wallet = outsider('wallet')
const toasts = outsider('toasts')

const slip: Flow = {
  page: {
    name: 'slipUpload',
    machine: childOf(depositLogic, 'slipUpload'),
    input: () => ({ wallet, pending: pendingDeposits().slip }),
  },
  models: { slipUpload },
  player: [
    [
      ['slipUpload', 'the player chooses a picture'],
      ['slipUpload', 'the player sends the picture'],
    ],
    [['slipUpload', 'the player stops the upload']],
    [['slipUpload', 'the player gives up on the slip']],
    [['slipUpload', 'the player dismisses the message']],
  ],
  confirms: ['the player sends the picture'],
  answers: { 'slipUpload/lookup.slip': ['lookup.slip answers: slips are accepted from 00:30 to 23:00'] },
  calls: { 'slipUpload/upload': { call: slipCalls['wallet.slip'], reply: {} } },
  open: ['slip.uploading', 'slip.unsure', 'slip.looking', 'slip.evident', 'slip.unseen'],
  shows: { 'slip.sent': 'done', 'slip.choosing': 'refused' },
  refusals: ['refused'],
  refusal: 'SLIP_INVALID_FILE',
  isWithoutBalance: true,
}

/** A QR deposit with a single provider. */
const qr = (calls: Flow['calls'], rest: Pick<Flow, 'player' | 'confirms' | 'answers' | 'open' | 'shows'>): Flow => ({
  page: {
    name: 'qrDeposit',
    machine: childOf(depositLogic, 'qrDeposit'),
    input: () => ({ provider: 'WW', rule: QR_RULES.WW, owner: outsider('deposit') }),
  },
  models: { qrDeposit, 'qrDeposit/qrCode': qrCode },
  calls,
  refusals: ['refused', 'limited'],
  refusal: 'QR_FAIL',
  isWithoutMoney: true,
  ...rest,
  player: [[['qrDeposit', 'the tab is opened']], [['qrDeposit', 'the player tries again']], ...rest.player],
})

/**
 * A request that requires proof of identity. The server refuses it with `refusal` if the proof is wrong. `refused`: the
 * state that shows the refusal.
 */
const proven = (refusal: string, refused: string): Flow => ({
  page: { name: 'erasure', machine: erasureLogic as AnyStateMachine, input: () => ({}) },
  models: { erasure, 'erasure/stepUp': stepUp },
  player: [
    [['erasure', 'the player starts an erasure request']],
    [['erasure/stepUp', 'the player confirms with the password']],
    [['erasure/stepUp', 'the player chooses the passkey']],
    [['erasure/stepUp', 'the player goes back']],
    [['erasure/stepUp', 'the player checks again']],
    [['erasure/stepUp', 'the player dismisses the message']],
  ],
  confirms: ['the player confirms with the password', 'the player chooses the passkey'],
  answers: {
    'erasure/data.erasure': ['data.erasure answers: there is no request'],
    'erasure/stepUp/hasPasskey': ['the app finds: this browser has used a passkey'],
    'erasure/stepUp/sign': [
      'the browser answers: the passkey signs the change',
      'the browser fails: no passkey signs the change',
    ],
  },
  calls: {
    'erasure/stepUp/call': { call: dataCalls['data.erase'], reply: { askedAt: '2026-11-25T00:00:00.000Z' } },
  },
  shows: { [refused]: 'refused' },
  signs: 'erasure/stepUp/sign',
  refusals: ['refused', 'limited'],
  refusal,
  isWithoutMoney: true,
})

/**
 * Every flow whose machine sends its change directly instead of through an attempt actor, with the same input as on its
 * page.
 */
export const senders = {
  slipUpload: slip,
  limitedSlipUpload: { ...slip, refusals: ['refused', 'limited'] },
  plainSlipUpload: {
    ...slip,
    page: {
      ...slip.page,
      // src/lib/unkeyed.ts remembers that the slip was sent without its key
      input: () => {
        const { slip: pending } = pendingDeposits()
        return { pending: pending && { ...pending, isUnkeyed: true } }
      },
    },
    player: [...slip.player, [['slipUpload', 'the player checks again']]],
    answers: {
      ...slip.answers,
      'slipUpload/look': ['the app finds: the list is empty', 'checking fails: no answer'],
    },
    calls: { 'slipUpload/upload': { call: slipCalls['wallet.slip'], reply: {}, unanswered: { isUnkeyed: true } } },
    isPlain: true,
  },
  qrCreate: qr(
    { 'qrDeposit/qr.create': { call: qrCalls['qr.create'], reply: code } },
    {
      player: [
        [
          ['qrDeposit', 'the player enters 100 baht, the minimum'],
          ['qrDeposit', 'the player asks for a code'],
        ],
        [['qrDeposit', 'the player checks again']],
      ],
      confirms: ['the player asks for a code'],
      answers: {
        'qrDeposit/qr.get': [
          'qr.get answers: no code is open',
          'qr.get answers: a code is open',
          'qr.get fails: no answer',
        ],
        'qrDeposit/qrCode/qr.get': ['qr.get answers: the code is still open'],
      },
      open: ['creating', 'unsure'],
      shows: { shown: 'done', empty: 'refused' },
    },
  ),
  qrCancel: qr(
    { 'qrDeposit/qrCode/qr.remove': { call: qrCalls['qr.remove'], reply: {} } },
    {
      player: [
        [['qrDeposit/qrCode', 'the player asks to cancel the code']],
        [['qrDeposit/qrCode', 'the player confirms the cancellation']],
        [['qrDeposit/qrCode', 'the player keeps the code']],
        [['qrDeposit/qrCode', 'the player asks for a new code']],
      ],
      confirms: ['the player confirms the cancellation'],
      answers: {
        'qrDeposit/qr.get': ['qr.get answers: a code is open'],
        'qrDeposit/qrCode/qr.get': [
          'qr.get answers: the code is still open',
          'qr.get answers: the code was paid',
          'qr.get answers: there is no code',
          'qr.get fails: no answer',
        ],
      },
      open: ['cancelling'],
      shows: { empty: 'done', 'live.open.checking': 'refused' },
    },
  ),
  erasureByPassword: proven('WRONG_PASSWORD', 'asking.start'),
  erasureByPasskey: proven('PASSKEY_REFUSED', 'asking.declined'),
  playLimit: {
    page: { name: 'playLimit', machine: playLimitLogic as AnyStateMachine, input: () => ({ wallet }) },
    models: { playLimit },
    player: [
      [
        ['playLimit', 'the player opens the 24-hour deposit limit'],
        ['playLimit', 'the player enters 500 baht'],
        ['playLimit', 'the player saves'],
      ],
      [['playLimit', 'the player checks again']],
      [['playLimit', 'the player dismisses the message']],
    ],
    confirms: ['the player saves'],
    answers: { 'playLimit/limits.read': ['limits.read answers: no 24-hour limit', 'limits.read fails: no answer'] },
    calls: { 'playLimit/limits.set': { call: playLimitCalls['limits.set'], reply: limited } },
    open: ['saving', 'unsure'],
    shows: { shown: 'done', refused: 'refused' },
    refusals: ['refused', 'limited'],
    isWithoutMoney: true,
  },
  limitQuestion: {
    page: { name: 'limitQuestion', machine: limitQuestionLogic as AnyStateMachine, input: () => ({ wallet }) },
    models: { limitQuestion },
    player: [
      [['limitQuestion', 'the player sets the limit']],
      [['limitQuestion', 'the player checks again']],
      [['limitQuestion', 'the player dismisses the message']],
    ],
    confirms: ['the player sets the limit'],
    answers: {
      'limitQuestion/suggestion': [
        'the server answers: the player must be asked for a limit before the first deposit; 1,000 baht is suggested',
      ],
    },
    calls: { 'limitQuestion/limits.set': { call: playLimitCalls['limits.set'], reply: limited } },
    open: ['saving', 'unsure'],
    shows: { over: 'done', refused: 'refused' },
    refusals: ['refused', 'limited'],
    isWithoutMoney: true,
  },
  register: {
    page: {
      name: 'register',
      machine: registerLogic as AnyStateMachine,
      input: () => ({ ...registerInput(undefined), toasts }),
    },
    models: { register },
    player: [
      [
        ['register', 'the player enters a phone number of ten digits'],
        ['register', 'the player continues'],
      ],
      [
        ['register', 'the player enters a name'],
        ['register', 'the player chooses a referral source'],
        ['register', 'the player continues', 'profile.submit'],
      ],
      [
        ['register', 'the player chooses a bank'],
        ['register', 'the player enters the account number'],
        ['register', 'the player enters the first name of the account holder'],
        ['register', 'the player enters the last name of the account holder'],
        ['register', 'the player registers'],
      ],
      [['register', 'the player checks again']],
      [['register', 'the player goes to the login page']],
      [['register', 'the player registers again']],
    ],
    confirms: ['the player registers'],
    answers: {
      'register/lookups': ['the server answers: OTP is off'],
      'register/account.validate': ['account.validate answers: the profile is valid'],
    },
    calls: { 'register/account.create': { call: registerCalls['account.create'], reply: {} } },
    open: ['creating', 'unsure'],
    shows: { registered: 'done', bank: 'refused' },
    refusals: ['refused', 'limited'],
    refusal: 'EXISTING_BANK',
    isWithoutMoney: true,
  },
} satisfies Record<string, Flow>
