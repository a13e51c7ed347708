import { type ReactNode, useId } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import css from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

type Props = {
  title: string
  onClose: () => void
  /** Buttons below the body. They stay visible while the body scrolls. */
  footer?: ReactNode
  /** True if the body contains only text. The body is then focusable, so that it can be scrolled with the keyboard. */
  isText?: boolean
  /** True if the body is a list that can grow long. Wide screens then show it as a side panel. */
  isList?: boolean
  children: ReactNode
}

/**
 * A modal dialog with a title and a close button. It is open while mounted and never closes itself: `onClose` only
 * reports that the player wants to close it.
 */
export function Dialog({ title, onClose, footer, isText = false, isList, children }: Props) {
  const { t } = useTexts()
  const id = useId()
  return (
    <Modal onClose={onClose} isSide={isList} labelledBy={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t('action.close')} onClick={onClose} />
      </div>
      <div className={css.body} tabIndex={isText ? 0 : undefined}>
        {children}
      </div>
      {footer && <div className={css.footer}>{footer}</div>}
    </Modal>
  )
}

/** Two buttons side by side in a dialog's footer: the secondary one on the left, the main one on the right. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>
