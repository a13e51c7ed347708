import { useActorRef } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { leastTransfer } from '#contract/transfer.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useSettings } from '../-use-settings.ts'
import { closing, type DialogProps } from './props.ts'

/** Returns the member's balance in a game, in satang; null if the wallet is not loaded yet. */
const amountIn = (wallet: DialogProps['wallet'], game: string) =>
  wallet.getSnapshot().context.overview?.slots.find(({ code }) => code === game)?.amount ?? null

export default function Transfer(props: DialogProps) {
  const settings = useSettings()
  return settings ? <Open {...props} settings={settings} /> : <LoadingOverlay shown />
}

function Open({ wallet, game = '', from, settings, onClose }: DialogProps & { settings: SiteSettings }) {
  const least = leastTransfer(settings)
  const back = from === undefined ? null : { from, amount: amountIn(wallet, from) }
  const input = { wallet, to: game, back, least, pending: pendingTransfer() }
  const actor = useActorRef(transferLogic, { ...named('transfer'), input }, closing(onClose))
  return <TransferDialog actor={actor} wallet={wallet} onClose={onClose} />
}
