import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import { QR_PROVIDERS, type QrProvider, ruleWith } from '#contract/qr.ts'
import type { depositMachine } from '#machines/deposit.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { formatAmount } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { BankTransfer } from './bank-transfer.tsx'
import { GiftFoot, GiftLink } from './gift-link.tsx'
import { MainWallet } from './main-wallet.tsx'
import { QrDeposit, QrFoot } from './qr-deposit.tsx'

type Props = {
  actor: ActorRefFrom<typeof depositMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  /** True if the backend offers deposit limits. */
  hasLimits: boolean
  onClose: () => void
}

/**
 * Shows the balance and the deposit methods. Each QR provider has a tab, shown as a tile while the player enters the
 * amount. Source: R3, R99, R105, R109, R630, R631.
 */
export function DepositDialog({ actor, wallet, hasLimits, onClose }: Props) {
  const { t } = useTexts()
  const tab = useSelector(actor, (s) => s.context.tab)
  const provider = useSelector(actor, (s) => s.context.provider)
  const ways = useSelector(actor, (s) => s.context.ways)
  const isLoading = useSelector(actor, (s) => s.hasTag('busy'))
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  const retry = () => actor.send({ type: 'ways.retry' })
  const { bank, slip, gift } = useSelector(actor, (s) => s.context)
  const providers = useSelector(actor, (s) => s.context.qr)
  const qr = providers[provider]
  const hasAmount = useSelector(qr, (s) => s.hasTag('amount'))
  const { sign } = useMoney()
  /**
   * Returns the note on a provider's tab, to help the player choose: the provider's minimum, and a recommendation for
   * the first provider (assumed).
   */
  function noteOf(id: QrProvider) {
    const { minimum } = ruleWith(providers[id].getSnapshot().context.rule, ways?.qr?.minimum ?? satang(0))
    const notes = [
      id === QR_PROVIDERS[0] ? t('deposit.recommended') : '',
      minimum ? t('deposit.from', { min: `${sign}${formatAmount(minimum, true)}` }) : '',
    ]
    return notes.filter(Boolean).join(' · ')
  }
  return (
    <Dialog
      title={t('page.deposit')}
      onClose={onClose}
      footer={
        tab === 'qr' ? (
          <QrFoot key={provider} actor={qr} limits={ways?.qr} />
        ) : tab === 'gift' ? (
          <GiftFoot actor={gift} ways={ways} />
        ) : null
      }
    >
      <MainWallet wallet={wallet} hasLimits={hasLimits} />
      <Tabs
        label={t('deposit.ways')}
        tabs={[
          { id: 'bank', label: t('deposit.bank'), icon: 'bank' },
          { id: 'qr', label: t('deposit.qr'), icon: 'qr' },
          { id: 'gift', label: t('deposit.gift'), icon: 'gift' },
        ]}
        current={tab}
        onChange={(chosen) => actor.send({ type: 'tab.choose', tab: chosen })}
      >
        {tab === 'qr' && hasAmount ? (
          <p className="hint">
            <NoBreakText text={t('deposit.anyApp')} />
          </p>
        ) : null}
        {tab === 'qr' ? (
          <Tabs
            label={t('deposit.providers')}
            look={hasAmount ? 'tiles' : 'chips'}
            tabs={QR_PROVIDERS.map((id) => ({ id, label: id, note: hasAmount ? noteOf(id) : undefined }))}
            current={provider}
            onChange={(chosen) => actor.send({ type: 'provider.choose', provider: chosen })}
          >
            <QrDeposit key={provider} actor={qr} limits={ways?.qr} />
          </Tabs>
        ) : null}
        {tab === 'bank' ? (
          <BankTransfer actor={bank} slip={slip} wallet={wallet} ways={ways} isLoading={isLoading} onRetry={retry} />
        ) : null}
        {tab === 'gift' ? <GiftLink actor={gift} ways={ways} hasFailed={hasFailed} onRetry={retry} /> : null}
      </Tabs>
    </Dialog>
  )
}
