import type { Session } from '#src/actors/session.ts'
import type { Wallet } from '#src/actors/wallet.ts'

/** The props of the home page's dialogs; `game` and `from` are game codes from the address. */
export type DialogProps = {
  wallet: Wallet
  session: Session
  game: string | undefined
  from: string | undefined
  onClose: () => void
}

/** Returns an observer that closes a dialog when its actor is done. */
export const closing =
  (onClose: () => void) =>
  ({ status }: { status: string }) => {
    if (status === 'done') onClose()
  }
