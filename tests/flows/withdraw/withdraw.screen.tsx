import { act } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { type Satang, satang } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import { withdrawProblem } from '#contract/withdraw.ts'
import th from '#locales/th.json'
import { walletMachine } from '#machines/wallet.machine.ts'
import type { WithdrawReading, withdrawMachine } from '#machines/withdraw.machine.ts'
import { WithdrawDialog } from '#src/features/withdraw/withdraw-dialog.tsx'
import { formatAmount } from '#src/lib/format.ts'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { overview, reading } from '#tests/kit/samples/wallet.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model, { ALL, DAY_OVER, GIVES_UP, MAIN, NOTE, WAIT } from './withdraw.model.ts'

const { action, failure: failed, money, withdraw } = th
type Actor = ActorRefFrom<typeof withdrawMachine>

let balance = MAIN
const read = fromPromise(async () => ({
  ...reading,
  overview: { ...overview, slots: [], wallet: { amount: balance } },
}))
const wallet = createActor(frozen(walletMachine, { 'wallet.get': read }), { input: { syncedAt: null } }).start()
wallet.send({ type: 'wallet.read' })
/** Sets the main wallet's balance, in satang. */
async function put(amount: Satang | null) {
  balance = amount ?? MAIN
  await act(async () => {
    wallet.send({ type: 'wallet.read' })
    await settle()
  })
}
/** Shows the dialog until the machine is done, as its route does. */
function Page({ actor }: { actor: Actor }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? <WithdrawDialog actor={actor} wallet={wallet} onClose={() => {}} onBringBack={() => {}} /> : null
}

/** The machine's attempt, whose call stays pending until the test answers it. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const range = `${withdraw.limits} ฿100.00 – 50,000.00`
const bound = th.bonus.remaining.replace('{{amount}}', '250.00\u00A0บาท')
const usual = withdraw.usual.replace('{{minutes}}', '15')
/** The limits, the server's notes on them, and the requirements of a bonus that is not given up. */
const warned = ({ limits, warning }: WithdrawReading) => [
  ...(limits.withdrawMax > 0 ? [range] : []),
  ...(limits.minutes === undefined ? [] : [usual]),
  ...[limits.note, limits.givesUp].filter((text) => text !== undefined).map(spaced),
  ...(warning && !limits.givesUp ? [withdraw.whole, warning.notice] : []),
]
const spaced = (text: string) => text.replace('\u00a0', ' ')
const minimum = withdraw.minimum.replace('{{min}}', '100.00\u00A0บาท')
const maximum = withdraw.maximum.replace('{{max}}', '50,000.00\u00A0บาท')
const tooMuch = () => withdraw.tooMuch.replace('{{main}}', `${formatAmount(balance)}\u00A0บาท`)
const alerts = { empty: [minimum], balance: [], minimum: [minimum], maximum: [maximum] }
const written = (text: string) => formatAmount(parseAmount(text) ?? satang(0))
const question = (text: string) => withdraw.confirm.replace('{{amount}}', `${written(text)}\u00A0บาท`)
const accepted = (text: string) => `${withdraw.done} ฿${written(text)}`
const into = `${th.profile.bank} กสิกรไทย ${th.profile.accountNo} 123-456-7890`

export default defineDriver(model, {
  view: (actor) => inRouter(<Page actor={actor} />),
  act: {
    'withdraw.retry': { ways: [press(action.retry)] },
    'amount.type': { ways: [({ text }) => (text === ALL ? press(money.all)() : fill(money.amount, text))] },
    'withdraw.submit': {
      ways: [
        ({ balance }) => put(balance).then(press(withdraw.submit)),
        ({ balance }) => put(balance).then(key('Enter', money.amount)),
      ],
      when: ({ context: { text, limits } }, { balance }) => withdrawProblem(text, limits, balance) !== 'balance',
    },
    'withdraw.confirm': { ways: [({ balance }) => put(balance).then(press(withdraw.submit))] },
    'withdraw.leave': { ways: [press(action.back), key('Escape')] },
    'withdraw.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: [
    th.state.loading,
    withdraw.failed,
    withdraw.waiting,
    spaced(WAIT),
    spaced(DAY_OVER),
    spaced(NOTE),
    spaced(GIVES_UP),
    range,
    withdraw.whole,
    bound,
    usual,
    'ยอดเล่นเสียนับ 50%',
    question('100'),
    question('500'),
    question(ALL),
    into,
    accepted('100'),
    accepted('500'),
    withdraw.wait,
    failed.title,
    th.errorMsg.BONUS_CONDITION,
    th.errorMsg.BONUS_REMAINING,
  ],
  look: {
    loading: () => ({ controls: [action.close, `${withdraw.submit} (off)`], sees: [th.state.loading] }),
    unavailable: () => ({
      controls: [action.close, action.retry, `${withdraw.submit} (off)`],
      sees: [withdraw.failed],
    }),
    waiting: ({ context: { limits } }) => ({
      controls: [action.close, action.gotIt],
      sees: [withdraw.waiting, spaced(limits.wait ?? '')],
    }),
    bound: ({ context: { warning } }) => ({
      controls: [action.close, th.page.bonus, action.gotIt],
      sees: [withdraw.waiting, bound, withdraw.whole, warning?.notice ?? ''],
    }),
    editing: ({ context: { text, limits: found, problem, warning } }) => {
      const isTooMuch = withdrawProblem(text, found, balance) === 'balance'
      return {
        controls: [action.close, money.amount, money.all, withdraw.submit + (isTooMuch ? ' (off)' : '')],
        alerts: isTooMuch ? [tooMuch()] : problem ? alerts[problem] : [],
        sees: warned({ limits: found, warning }),
      }
    },
    confirming: ({ context: { text } }) => ({
      controls: [action.back, withdraw.submit],
      sees: [question(text), into],
    }),
    attempting: ({ children, context }): ScreenSnapshot => ({
      controls: [
        action.close,
        `${money.amount} (off)`,
        `${money.all} (off)`,
        isUnknown(children.attempt) ? action.checkAgain : `${withdraw.busy} (busy)`,
      ],
      alerts: isUnknown(children.attempt) ? [money.unknown] : [],
      sees: warned(context),
    }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    succeeded: ({ context: { text, limits } }) => ({
      controls: [th.nav.statement, action.gotIt],
      sees: [accepted(text), withdraw.wait, ...(limits.minutes === undefined ? [] : [usual]), into],
    }),
    closed: () => ({ controls: [] }),
  },
})
