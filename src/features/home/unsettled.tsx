import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Note } from '#src/components/note.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './unsettled.module.css'

/** A dialog whose last operation has an unknown outcome. `game` is the code of the game that the dialog is about. */
export type Unsettled = { dialog: 'deposit' | 'withdraw' | 'transfer' | 'game' | 'refund'; game?: string }
type Props = {
  unsettled: readonly Unsettled[]
  wallet: ActorRefFrom<typeof walletMachine>
  onOpen: (overlay: Unsettled) => void
}

/**
 * Shows a note for each closed dialog whose operation has an unknown outcome, with a button that reopens the dialog to
 * check again.
 */
export function UnsettledNotes({ unsettled, wallet, onOpen }: Props) {
  const { t } = useTexts()
  const slots = useSelector(wallet, (s) => s.context.overview?.slots)
  const nameOf = ({ dialog, game }: Unsettled) => slots?.find(({ code }) => code === game)?.name ?? t(`page.${dialog}`)
  return unsettled.map((overlay) => (
    <Note key={`${overlay.dialog} ${overlay.game ?? ''}`} tone="wait">
      <div className={css.line}>
        <p>{t('home.unsettled', { what: nameOf(overlay) })}</p>
        <Button tone="cool" size="s" aria-haspopup="dialog" onClick={() => onOpen(overlay)}>
          {t('action.checkAgain')}
        </Button>
      </div>
    </Note>
  ))
}
