import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import th from '#locales/th.json'
import type { transferMachine } from '#machines/transfer.machine.ts'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { choose, fill, key, press, told } from '#tests/kit/screen.ts'
import model from './transfer.model.ts'

const { action, failure: failed, money, transfer } = th
type Actor = ActorRefFrom<typeof transferMachine>

const wallet = knownWallet()
/** Shows the dialog until the machine is done, as its route does. */
function Page({ actor }: { actor: Actor }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? <TransferDialog actor={actor} wallet={wallet} onClose={() => {}} /> : null
}

/** The machine's attempt, whose call stays pending until the test answers it. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const least = transfer.least.replace('{{min}}', '1.00\u00A0บาท')
const alerts = { unchosen: [transfer.unchosen], same: [transfer.same], least: [least] }

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
      ways: [(_, { context: { text } }) => press(submit(text))(), key('Enter', money.amount)],
    },
    'transfer.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: [least, moved('1'), moved('500'), failed.title, th.errorMsg.MONEY_NOT_ENOUGH],
  look: {
    editing: ({ context: { text, problem, from } }) => ({
      controls: form(submit(text)).map((name) => (name === money.all && !from ? `${name} (off)` : name)),
      alerts: problem ? alerts[problem] : [],
      sees: [least],
    }),
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
