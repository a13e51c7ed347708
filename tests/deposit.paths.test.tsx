import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json'
import type { depositMachine } from '#machines/deposit.machine.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { press, type Sight } from './kit/screen.ts'
import model from './models/deposit.model.ts'

const { deposit, qr } = th
const labels = { bank: deposit.bank, qr: deposit.qr, gift: deposit.gift }

/** Open until the machine is done, as its route has it. */
function Page({ actor }: { actor: ActorRefFrom<typeof depositMachine> }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? <DepositDialog actor={actor} onClose={() => {}} /> : null
}

type Seen = ReturnType<ActorRefFrom<typeof depositMachine>['getSnapshot']>

/** The tabs, and under QR the tab of the provider, which is still being read. */
function dialog({ context: { tab, provider } }: Seen): Sight {
  const chosen = (is: boolean) => (is ? ' (chosen)' : '')
  const tabs = Object.entries(labels).map(([id, label]) => `${label}${chosen(id === tab)}`)
  const providers = QR_PROVIDERS.map((id) => `${id}${chosen(id === provider)}`)
  return tab === 'qr'
    ? { controls: [th.action.close, ...tabs, ...providers, `${qr.create} (off)`], sees: [th.state.loading] }
    : { controls: [th.action.close, ...tabs], sees: [th.soon.title] }
}

drive(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'tab.choose': { ways: [({ tab }) => press(labels[tab], 'tab')()] },
    'provider.choose': {
      ways: [({ provider }) => press(provider, 'tab')()],
      when: ({ context: { tab } }) => tab === 'qr',
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
  children: { qrDeposit: { logic: frozen(qrDepositMachine) } },
  texts: [th.state.loading, th.soon.title],
  look: { loading: dialog, open: dialog, closed: () => ({ controls: [] }) },
})
