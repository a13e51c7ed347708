import { useActorRef } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useSettings } from '../-use-settings.ts'
import { closing, type DialogProps } from './props.ts'

export default function Deposit(props: DialogProps) {
  const settings = useSettings()
  return settings ? <Open {...props} settings={settings} /> : <LoadingOverlay shown />
}

function Open({ wallet, session, settings, onClose }: DialogProps & { settings: SiteSettings }) {
  const { toasts } = session.getSnapshot().context
  const input = {
    wallet,
    toasts,
    rules: qrRules(settings),
    pending: pendingDeposits(),
    asksPassword: settings.asksPassword,
  }
  const actor = useActorRef(depositLogic, { ...named('deposit'), input }, closing(onClose))
  return <DepositDialog actor={actor} wallet={wallet} onClose={onClose} />
}
