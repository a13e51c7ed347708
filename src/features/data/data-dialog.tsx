import type { ReactNode } from 'react'
import { Dialog } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/data-texts.ts'
import css from './data.module.css'

type Props = { onClose: () => void; children: ReactNode }

/** The dialog about the data that the site stores about a member; its sections are the `children`. Source: R611. */
export function DataDialog({ onClose, children }: Props) {
  const { t } = useTexts()
  return (
    <Dialog title={t('data.title')} onClose={onClose}>
      <div className={css.sections}>{children}</div>
    </Dialog>
  )
}
