import { createEmptyActor } from 'xstate'
import { satang } from '#contract/money.ts'
import { withdrawProblem } from '#contract/withdraw.ts'
import { withdrawMachine } from '#machines/withdraw.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { problemWords } from '#tests/kit/typed-words.ts'

const wallet = createEmptyActor() as never
const limits = { withdrawMin: 10_000, withdrawMax: 5_000_000, minutes: 15 }
const pending = pendingOf({ amount: satang(50_000) })

/** The main wallet's balance in satang: 60,000 baht. */
export const MAIN = satang(6_000_000)

/** The server's reason why no withdrawal is possible now. */
export const WAIT = 'เพื่อความปลอดภัย จะถอนเงินได้ตั้งแต่ 22/11/2026 12:00\u00a0น.'
export const DAY_OVER = 'เกินวงเงินหรือจำนวนครั้งที่ถอนได้ของวันนี้แล้ว เริ่มนับใหม่ 23/11/2026 00:00\u00a0น.'

/** The amount that the “all” button enters: the maximum, which is less than {@link MAIN}. */
export const ALL = '50,000.00'

/** The server's notes on a lowered maximum and on a bonus that is given up. */
export const NOTE = 'จำนวนสูงสุดคือวงเงินถอนที่เหลือของวันนี้ เริ่มนับใหม่ 23/11/2026 00:00\u00a0น.'
export const GIVES_UP = 'คุณงดเล่นอยู่ จึงไม่ต้องทำยอดเทิร์น เมื่อถอนเงิน โบนัสที่ใช้อยู่จะถูกยกเลิก และยอดโบนัสจะถูกหักคืนจากกระเป๋าหลัก'

/** The calls that the dialog makes when it first loads. */
export const READ = ['lookup.withdraw', 'bonus.active'] as const

/** The path in which the player confirms a withdrawal and the reply is lost. */
const UNANSWERED = [
  'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
  'the server answers: limits of 100 to 50,000 baht',
  'the player enters 100 baht, the minimum',
  'the player submits the withdrawal',
  'the player confirms',
  'no answer arrives',
] as const

export default defineModel({
  machine: withdrawMachine,
  starts: {
    'the player opens the withdrawal dialog, with 60,000 baht in the main wallet': { wallet, pending: null },
    'the player reopens the dialog while the outcome of a withdrawal of 500 baht is unknown': {
      wallet,
      pending,
    },
  },
  events: {
    'withdraw.retry': { 'the player tries again': {} },
    'amount.type': {
      'the player enters 100 baht, the minimum': { text: '100' },
      'the player enters 99.99 baht, below the minimum': { text: '99.99' },
      'the player enters 50,000.01 baht, above the maximum': { text: '50,000.01' },
      'the player enters 60,000.01 baht, more than the main wallet holds': {
        text: '60,000.01',
      },
      'the player presses “all”, which enters the maximum allowed: 50,000 baht': { text: ALL },
    },
    'withdraw.submit': { 'the player submits the withdrawal': { balance: MAIN } },
    'withdraw.confirm': {
      'the player confirms': { balance: MAIN },
      'the player confirms after the main wallet has fallen to 50 baht, less than the amount': {
        balance: satang(5_000),
      },
    },
    'withdraw.leave': { 'the player goes back': {} },
    'withdraw.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { read: READ, attempt: ['wallet.withdrawAll'] },
  outcomes: {
    read: {
      done: {
        'limits of 100 to 50,000 baht': { limits, warning: null },
        'limits of 100 to 50,000 baht; the turnover of the active bonus is reached, so the player must withdraw everything, up to the maximum':
          { limits, warning: { notice: 'ยอดเล่นเสียนับ 50%', remaining: 0 } },
        'limits of 100 to 50,000 baht; 250 baht of the turnover of the active bonus are left': {
          limits,
          warning: { notice: 'ยอดเล่นเสียนับ 50%', remaining: 25_000 },
        },
        'limits of 100 to 50,000 baht; the maximum is what is left of the daily limit': {
          limits: { ...limits, note: NOTE },
          warning: null,
        },
        'limits of 100 to 50,000 baht; the player is self-excluded, so any withdrawal ends the active bonus': {
          limits: { ...limits, givesUp: GIVES_UP },
          warning: { notice: '', remaining: 25_000 },
        },
        'no withdrawal is possible yet, because the password was changed less than a day ago': {
          limits: { ...limits, wait: WAIT },
          warning: null,
        },
        'no withdrawal is possible today, because the daily limit is used up': {
          limits: { ...limits, wait: DAY_OVER },
          warning: null,
        },
      },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'the withdrawal is accepted': done({}),
        'refused: while a bonus is active, the whole balance must be withdrawn, not just 100 baht':
          refusal('BONUS_CONDITION'),
        'refused: a bonus claimed in another tab needs turnover first': refusal('BONUS_REMAINING'),
        ...unanswerable,
      },
    },
  },
  facts: ({ text, limits, warning, pending }) => ({
    note: limits.note !== undefined,
    'bonus given up': limits.givesUp !== undefined,
    amount: problemWords(withdrawProblem(text, limits, MAIN)),
    'everything allowed': text === ALL,
    'bonus active': warning !== null,
    'withdrawal pending': pending !== null,
  }),
  stories: {
    'The player withdraws 100 baht and it is accepted': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht',
      'the player enters 100 baht, the minimum',
      'the player submits the withdrawal',
      'the player confirms',
      'the attempt ends: the withdrawal is accepted',
      'the player dismisses the message',
    ],
    'With a bonus, everything must be withdrawn': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht; the turnover of the active bonus is reached, so the player must withdraw everything, up to the maximum',
      'the player enters 100 baht, the minimum',
      'the player submits the withdrawal',
      'the player confirms',
      'the attempt is refused: while a bonus is active, the whole balance must be withdrawn, not just 100 baht',
      'the player dismisses the message',
    ],
    'With a bonus whose turnover is not reached, nothing can be withdrawn yet': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht; 250 baht of the turnover of the active bonus are left',
    ],
    'The player enters amounts that are not allowed, then a valid one': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht',
      'the player submits the withdrawal',
      'the player enters 99.99 baht, below the minimum',
      'the player submits the withdrawal',
      'the player enters 50,000.01 baht, above the maximum',
      'the player submits the withdrawal',
      'the player enters 60,000.01 baht, more than the main wallet holds',
      'the player presses “all”, which enters the maximum allowed: 50,000 baht',
      'the player submits the withdrawal',
    ],
    'What is left of the daily limit is the maximum': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht; the maximum is what is left of the daily limit',
    ],
    'During a self-exclusion the withdrawal ends the bonus': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: limits of 100 to 50,000 baht; the player is self-excluded, so any withdrawal ends the active bonus',
    ],
    'Withdrawals wait for a day after a new password': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: no withdrawal is possible yet, because the password was changed less than a day ago',
    ],
    'The daily limit is used up': [
      'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      'the server answers: no withdrawal is possible today, because the daily limit is used up',
    ],
    'The answer is lost; checking again shows that the withdrawal is accepted': [
      ...UNANSWERED,
      'the attempt ends: the withdrawal is accepted',
    ],
    'The answer is lost, and checking again is not safe': [
      ...UNANSWERED,
      'the attempt ends: no answer arrived, and the player has checked the wallet and the statement',
    ],
    'The dialog is closed, or the page reloaded, before the answer': [
      'the player reopens the dialog while the outcome of a withdrawal of 500 baht is unknown',
      'the attempt ends: the withdrawal is accepted',
    ],
  },
  cites: {
    read: 'R114, R311',
    'the server answers: limits of 100 to 50,000 baht; the turnover of the active bonus is reached, so the player must withdraw everything, up to the maximum':
      'R25, R115, D-45',
    'the server answers: limits of 100 to 50,000 baht; the maximum is what is left of the daily limit': 'R582',
    'the server answers: limits of 100 to 50,000 baht; the player is self-excluded, so any withdrawal ends the active bonus':
      'R578',
    'the server answers: no withdrawal is possible yet, because the password was changed less than a day ago': 'R572',
    'the server answers: no withdrawal is possible today, because the daily limit is used up': 'R582',
    waiting: 'R581',
    bound: 'R662',
    editing: 'R113',
    'withdraw.submit': 'R267, R268',
    attempting: 'R335, D-20',
    succeeded: 'R5, R398',
    refused: 'R396',
  },
})
