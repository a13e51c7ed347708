import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { QR_PROVIDERS } from '#contract/qr.ts'
import type { depositMachine } from '#machines/deposit.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { Soon } from '#src/components/soon.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { QrDeposit, QrFoot } from './qr-deposit.tsx'

type Props = { actor: ActorRefFrom<typeof depositMachine>; onClose: () => void }

/** Ways to deposit; QR has one tab per provider. Source: R99, R109. */
export function DepositDialog({ actor, onClose }: Props) {
  const { t } = useTranslation()
  const tab = useSelector(actor, (s) => s.context.tab)
  const provider = useSelector(actor, (s) => s.context.provider)
  const limits = useSelector(actor, (s) => s.context.ways?.qr)
  const qr = useSelector(actor, (s) => s.context.qr[s.context.provider])
  return (
    <Dialog
      title={t('page.deposit')}
      onClose={onClose}
      foot={tab === 'qr' ? <QrFoot key={provider} actor={qr} /> : null}
    >
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
        {tab === 'qr' ? (
          <Tabs
            label={t('deposit.providers')}
            look="chips"
            tabs={QR_PROVIDERS.map((id) => ({ id, label: id }))}
            current={provider}
            onChange={(chosen) => actor.send({ type: 'provider.choose', provider: chosen })}
          >
            <QrDeposit key={provider} actor={qr} limits={limits} />
          </Tabs>
        ) : (
          <Soon />
        )}
      </Tabs>
    </Dialog>
  )
}
