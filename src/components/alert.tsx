import { type ReactNode, useId } from 'react'
import type { Satang } from '#contract/money.ts'
import css from './alert.module.css'
import type { IconName } from './icon.tsx'
import { Modal } from './modal.tsx'
import { Money } from './money.tsx'
import { NoBreakText } from './no-break-text.tsx'
import { StatusIcon } from './status-icon.tsx'

type Props = {
  icon: IconName
  tone?: 'metal' | 'cool' | 'good' | 'wait' | 'bad'
  title: string
  text?: string | undefined
  amount?: Satang | undefined
  /** Facts below the text. */
  children?: ReactNode
  /** One or two buttons: the cancel button first, then the main one, which is wider. */
  actions: ReactNode
  /** Called on Escape, Back or a press outside, which all count as cancelling. */
  onClose: () => void
}

/**
 * A modal dialog that asks for confirmation or shows a result: an icon, a title, an amount, a text and at most two
 * buttons. It is open while mounted.
 */
export function Alert({ icon, tone = 'metal', title, text, amount, children, actions, onClose }: Props) {
  const id = useId()
  return (
    <Modal alert onClose={onClose} labelledBy={id} describedBy={`${id}-more`}>
      <div className={css.body}>
        <StatusIcon icon={icon} tone={tone} size="l" />
        <h2 id={id}>
          <NoBreakText text={title} />
        </h2>
        {amount !== undefined && (
          <p className={css.amount}>
            <Money satang={amount} size="xl" unit="metal" />
          </p>
        )}
        <div className={css.more} id={`${id}-more`}>
          {text && (
            <p className={css.text}>
              <NoBreakText text={text} />
            </p>
          )}
          {children}
        </div>
      </div>
      <div className={css.footer}>{actions}</div>
    </Modal>
  )
}
