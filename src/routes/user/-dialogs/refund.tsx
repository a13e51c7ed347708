import { useActorRef } from '@xstate/react'
import { pendingRefund, refundLogic } from '#src/actors/refund.ts'
import { RefundDialog } from '#src/features/refund/refund-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import type { DialogProps } from './props.ts'

export default function Refund({ wallet, onClose }: DialogProps) {
  const actor = useActorRef(refundLogic, { ...named('refund'), input: { wallet, pending: pendingRefund() } })
  return <RefundDialog actor={actor} onClose={onClose} />
}
