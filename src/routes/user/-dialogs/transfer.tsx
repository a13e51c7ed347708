import { useActorRef } from '@xstate/react'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import { closing, type DialogProps } from './props.ts'

export default function Transfer({ wallet, game = '', onClose }: DialogProps) {
  const input = { wallet, to: game, pending: pendingTransfer() }
  const actor = useActorRef(transferLogic, { ...named('transfer'), input }, closing(onClose))
  return <TransferDialog actor={actor} wallet={wallet} onClose={onClose} />
}
