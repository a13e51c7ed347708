import type { Session } from '#src/actors/session.ts'
import type { Wallet } from '#src/actors/wallet.ts'

/** The props of home's dialogs; `game` and `from` are codes of games in the address. */
export type DialogProps = {
  wallet: Wallet
  session: Session
  game: string | undefined
  from: string | undefined
  onClose: () => void
}

/** Closes a dialog when its actor has ended. */
export const closing =
  (onClose: () => void) =>
  ({ status }: { status: string }) => {
    if (status === 'done') onClose()
  }
