import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { offersLogic } from '#src/actors/offers.ts'
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
  const input = { wallet, toasts, rules: qrRules(settings), pending: pendingDeposits() }
  const actor = useActorRef(depositLogic, { ...named('deposit'), input }, closing(onClose))
  const hasLimits = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output?.includes('limits') === true)
  return <DepositDialog actor={actor} wallet={wallet} hasLimits={hasLimits} onClose={onClose} />
}
