import { useActorRef } from '@xstate/react'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { named } from '#src/inspect/named.ts'
import { closing, type DialogProps } from './props.ts'

export default function Deposit({ wallet, session, onClose }: DialogProps) {
  const { toasts } = session.getSnapshot().context
  const input = { wallet, toasts, rules: qrRules(wallet.getSnapshot().context.settings), pending: pendingDeposits() }
  const actor = useActorRef(depositLogic, { ...named('deposit'), input }, closing(onClose))
  return <DepositDialog actor={actor} wallet={wallet} onClose={onClose} />
}
