import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { limitQuestionLogic } from '#src/actors/limit-question.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { LimitQuestion } from '#src/features/deposit/limit-question.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useSettings } from '../-use-settings.ts'
import { closing, type DialogProps } from './props.ts'

export default function Deposit(props: DialogProps) {
  const settings = useSettings()
  return settings ? <Question {...props} settings={settings} /> : <LoadingOverlay shown />
}

type Props = DialogProps & { settings: SiteSettings }

/** Asks the member about a deposit limit, if the question is due, and then shows the deposit methods. */
function Question(props: Props) {
  const { wallet, onClose } = props
  const actor = useActorRef(limitQuestionLogic, { ...named('limitQuestion'), input: { wallet } })
  const isOver = useSelector(actor, (s) => s.status === 'done')
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output) ?? []
  if (isOver) return <Open {...props} hasLimits={offers.includes('limits')} />
  return <LimitQuestion actor={actor} hasLosses={offers.includes('losses')} onClose={onClose} />
}

function Open({ wallet, session, settings, hasLimits, onClose }: Props & { hasLimits: boolean }) {
  const { toasts } = session.getSnapshot().context
  const input = {
    wallet,
    toasts,
    rules: qrRules(settings),
    pending: pendingDeposits(),
    asksPassword: settings.asksPassword,
  }
  const actor = useActorRef(depositLogic, { ...named('deposit'), input }, closing(onClose))
  return <DepositDialog actor={actor} wallet={wallet} hasLimits={hasLimits} onClose={onClose} />
}
