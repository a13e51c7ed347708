import { useActorRef } from '@xstate/react'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { WithdrawDialog } from '#src/features/withdraw/withdraw-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useOverlay } from '../../-overlay.ts'
import { closing, type DialogProps } from './props.ts'

export default function Withdraw({ wallet, onClose }: DialogProps) {
  const actor = useActorRef(
    withdrawLogic,
    { ...named('withdraw'), input: { wallet, pending: pendingWithdrawal() } },
    closing(onClose),
  )
  const { open } = useOverlay()
  const bringBack = (from: string) => open({ dialog: 'transfer', from })
  return <WithdrawDialog actor={actor} wallet={wallet} onClose={onClose} onBringBack={bringBack} />
}
