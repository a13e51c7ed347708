import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button.tsx'
import { Note } from '#src/components/note.tsx'
import css from './unsettled.module.css'

/** A dialog whose last result is not known; `game`: the game's code. */
export type Unsettled = { dialog: 'deposit' | 'withdraw' | 'transfer' | 'game'; game?: string }
type Props = { unsettled: readonly Unsettled[]; onOpen: (overlay: Unsettled) => void }

/** Says what is in doubt after a dialog was closed, and opens it again, which asks. */
export function UnsettledNotes({ unsettled, onOpen }: Props) {
  const { t } = useTranslation()
  return unsettled.map((overlay) => (
    <Note key={`${overlay.dialog} ${overlay.game ?? ''}`} tone="wait">
      <div className={css.line}>
        <p>{t('home.unsettled', { what: t(`page.${overlay.dialog}`) })}</p>
        <Button tone="cool" size="s" aria-haspopup="dialog" onClick={() => onOpen(overlay)}>
          {t('action.checkAgain')}
        </Button>
      </div>
    </Note>
  ))
}
