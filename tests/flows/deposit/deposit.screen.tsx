import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json'
import { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import type { depositMachine } from '#machines/deposit.machine.ts'
import { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { attemptMachine } from '#machines/lib/attempt.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './deposit.model.ts'

const { action, bank, copy, deposit, gift, home, money, qr, slip, state } = th
const minimum = gift.minimum.replace('{{min}}', `2.00 ${money.BAHT}`)
/** The labels of the tabs, by id. */
export const labels = { bank: deposit.bank, qr: deposit.qr, gift: deposit.gift }
const wallet = knownWallet()

/** The dialog, open until the machine is done, as in its route. */
export function Page({ actor }: { actor: ActorRefFrom<typeof depositMachine> }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? withLinks(<DepositDialog actor={actor} wallet={wallet} hasLimits onClose={() => {}} />) : null
}

type Seen = ReturnType<ActorRefFrom<typeof depositMachine>['getSnapshot']>
const chosen = (is: boolean) => (is ? ' (chosen)' : '')

/** The content of each tab, also while the deposit methods are loading or after they failed to load. */
const tabs: Record<keyof typeof labels, (seen: Seen) => Required<Omit<ScreenSnapshot, 'alerts'>> & ScreenSnapshot> = {
  // the provider is still loading
  qr: ({ context: { provider } }) => ({
    controls: [...QR_PROVIDERS.map((id) => `${id}${chosen(id === provider)}`), `${qr.create} (off)`],
    sees: [state.loading],
  }),
  bank: ({ value, context }) => {
    if (value === 'loading') return { controls: [], sees: [state.loading] }
    if (value === 'failed' || !context.ways) return { controls: [action.retry], sees: [bank.failed] }
    const copies = context.ways.banks.flatMap(() => [bank.copyNo, bank.copyName])
    if (!context.slip.getSnapshot().context.pending) return { controls: copies, sees: [bank.own, slip.late] }
    const slipField = [`${slip.choose}${slip.types}`, `${slip.again} (off)`, slip.giveUp]
    return { controls: [...copies, ...slipField], alerts: [slip.unsure], sees: [bank.own, slip.late] }
  },
  gift: ({ value, context }) => {
    const isSent = context.gift.getSnapshot().context.pending !== null
    if (value === 'failed' && !isSent) return { controls: [action.retry, `${gift.submit} (off)`], sees: [gift.failed] }
    const sending = [gift.link, `${gift.sending} (busy)`]
    const empty = [gift.link, copy.paste, `${gift.submit} (off)`]
    return { controls: isSent ? sending : empty, sees: [minimum] }
  },
}
function dialog(seen: Seen): ScreenSnapshot {
  const { tab } = seen.context
  const row = Object.entries(labels).map(([id, label]) => `${label}${chosen(id === tab)}`)
  const { controls, sees, ...rest } = tabs[tab](seen)
  return { ...rest, controls: [action.close, deposit.limits, ...row, ...controls], sees: [home.main, ...sees] }
}

/** The machines of the tabs, which are rendered but frozen. */
export const children = {
  qrDeposit: { logic: frozen(qrDepositMachine) },
  bankTransfer: { logic: frozen(bankTransferMachine) },
  slipUpload: { logic: frozen(slipUploadMachine) },
  giftLink: { logic: frozen(giftLinkMachine, { attempt: frozen(attemptMachine()) }) },
}

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'tab.choose': { ways: [({ tab }) => press(labels[tab], 'tab')()] },
    'provider.choose': {
      ways: [({ provider }) => press(new RegExp(`^${provider}\\b`), 'tab')()],
      when: ({ context: { tab } }) => tab === 'qr',
    },
    'ways.retry': {
      ways: [press(action.retry)],
      // while a gift link is pending, its field is shown instead of the retry button
      when: ({ context: { tab, gift } }) => tab === 'bank' || (tab === 'gift' && !gift.getSnapshot().context.pending),
    },
    'qr.created': 'outside',
    'qr.moneyMoved': 'outside',
    'qr.refreshAsked': 'outside',
    'qr.paidClaimed': 'outside',
    'qr.closeAsked': 'outside',
    'qr.cancelled': 'outside',
    'qr.found': 'outside',
    'qr.typed': 'outside',
    'qr.saveFailed': 'outside',
  },
  children,
  texts: [home.main, state.loading, bank.failed, bank.own, slip.late, minimum, gift.failed],
  look: { loading: dialog, open: dialog, failed: dialog, closed: () => ({ controls: [] }) },
})
