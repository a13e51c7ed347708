import { useActorRef, useSelector } from '@xstate/react'
import { isRead, type Slot } from '#contract/wallet.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { GameDialog } from '#src/features/game/game-dialog.tsx'
import { NoGame } from '#src/features/game/no-game.tsx'
import { named } from '#src/inspect/inspector.ts'
import type { DialogProps } from './props.ts'

/** Shows the dialog of the game named in the address, once the list of games is loaded. */
export default function Game(props: DialogProps) {
  const overview = useSelector(props.wallet, (s) => s.context.overview)
  const slot = overview?.slots.find((each) => each.code === props.game)
  if (slot && isRead(slot)) return <Account {...props} slot={slot} />
  return <NoGame unread={overview?.unread} onClose={props.onClose} />
}

function Account({ wallet, session, slot, onClose }: DialogProps & { slot: Slot }) {
  const { toasts } = session.getSnapshot().context
  const { code, web, isActive } = slot
  const actor = useActorRef(gameAccountLogic, {
    ...named('game'),
    input: { code, web, isActive, wallet, toasts, pending: pendingDeed(code) },
  })
  return <GameDialog actor={actor} wallet={wallet} slot={slot} onClose={onClose} />
}
