import { type ReactNode, useId } from 'react'
import type { Satang } from '#contract/money.ts'
import css from './alert.module.css'
import type { IconName } from './icon.tsx'
import { Medal } from './medal.tsx'
import { Modal } from './modal.tsx'
import { Money } from './money.tsx'
import { Running } from './running.tsx'

type Props = {
  icon: IconName
  tone?: 'metal' | 'cool' | 'good' | 'wait' | 'bad'
  title: string
  text?: string | undefined
  amount?: Satang | undefined
  /** Facts below the text. */
  children?: ReactNode
  /** One button, or two: the way out first, then the deed, which is drawn wider. */
  actions: ReactNode
  /** Escape, Back or a press beside it: the same as the way out. */
  onClose: () => void
}

/** A modal question or result: medal, title, amount, text, at most two buttons. Open while mounted. */
export function Alert({ icon, tone = 'metal', title, text, amount, children, actions, onClose }: Props) {
  const id = useId()
  return (
    <Modal alert onClose={onClose} labelledBy={id} describedBy={`${id}-more`}>
      <div className={css.body}>
        <Medal icon={icon} tone={tone} size="l" />
        <h2 id={id}>
          <Running text={title} />
        </h2>
        {amount !== undefined && (
          <p className={css.amount}>
            <Money satang={amount} size="xl" unit="metal" />
          </p>
        )}
        <div className={css.more} id={`${id}-more`}>
          {text && (
            <p className={css.text}>
              <Running text={text} />
            </p>
          )}
          {children}
        </div>
      </div>
      <div className={css.foot}>{actions}</div>
    </Modal>
  )
}
