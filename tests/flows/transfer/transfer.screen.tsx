import { act } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { Satang } from '#contract/money.ts'
import { isBound } from '#contract/transfer.ts'
import th from '#locales/th.json'
import type { transferMachine } from '#machines/transfer.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { settle } from '#tests/kit/run.ts'
import { overview, reading } from '#tests/kit/samples/wallet.ts'
import { choose, fill, key, press, told } from '#tests/kit/screen.ts'
import model from './transfer.model.ts'

const { action, failure: failed, money, transfer } = th
type Actor = ActorRefFrom<typeof transferMachine>

let turnover: Satang | undefined
const read = fromPromise(async () => ({ ...reading, overview: { ...overview, turnover } }))
const wallet = createActor(frozen(walletMachine, { 'wallet.get': read }), { input: { syncedAt: null } }).start()
wallet.send({ type: 'wallet.read' })
/** Sets the turnover that keeps the money in the games, in satang. */
async function hold(left: Satang | undefined) {
  turnover = left
  await act(async () => {
    wallet.send({ type: 'wallet.read' })
    await settle()
  })
}
/** Shows the dialog until the machine is done, as its route does. */
function Page({ actor }: { actor: Actor }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? <TransferDialog actor={actor} wallet={wallet} onClose={() => {}} /> : null
}

/** The machine's attempt, whose call stays pending until the test answers it. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const least = transfer.least.replace('{{min}}', '1.00\u00A0บาท')
const bound = transfer.bound.replace('{{amount}}', '250.00\u00A0บาท')
const alerts = { unchosen: [transfer.unchosen], same: [transfer.same], bound: [], least: [least] }

const submit = (text: string) => (text ? `${transfer.submit} ฿${Number(text).toFixed(2)}` : transfer.submit)
const moved = (text: string) => `${transfer.done} ฿${Number(text).toFixed(2)}`
const form = (button: string, off = ''): string[] => [
  action.close,
  `${transfer.from}${off}`,
  `${transfer.swap}${off}`,
  `${transfer.to}${off}`,
  `${money.amount}${off}`,
  `${money.all}${off}`,
  button,
]

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'from.choose': { ways: [({ code }) => choose(transfer.from, code)] },
    'to.choose': { ways: [({ code }) => choose(transfer.to, code)] },
    'places.swap': { ways: [press(transfer.swap)] },
    'amount.type': { ways: [({ text }) => fill(money.amount, text)] },
    'transfer.submit': {
      ways: [
        ({ turnover }, { context: { text } }) => hold(turnover).then(press(submit(text))),
        ({ turnover }) => hold(turnover).then(key('Enter', money.amount)),
      ],
      when: ({ context: { from } }, event) => !isBound(from, event),
    },
    'transfer.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: [least, bound, moved('1'), moved('500'), failed.title, th.errorMsg.MONEY_NOT_ENOUGH],
  look: {
    editing: ({ context: { text, problem, from } }) => {
      const isHeld = isBound(from, { turnover })
      return {
        controls: form(submit(text) + (isHeld ? ' (off)' : '')).map((name) =>
          name === money.all && !from ? `${name} (off)` : name,
        ),
        alerts: problem ? alerts[problem] : [],
        sees: isHeld ? [least, bound] : [least],
      }
    },
    attempting: ({ children }) => ({
      controls: form(isUnknown(children.attempt) ? action.checkAgain : `${transfer.busy} (busy)`, ' (off)'),
      alerts: isUnknown(children.attempt) ? [money.unknown] : [],
      sees: [least],
    }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    succeeded: ({ context: { text } }) => ({ controls: [action.gotIt], sees: [moved(text)] }),
    closed: () => ({ controls: [] }),
  },
})
