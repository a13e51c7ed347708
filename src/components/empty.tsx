import type { ReactNode } from 'react'
import css from './empty.module.css'
import type { IconName } from './icon.tsx'
import { NoBreakText } from './no-break-text.tsx'
import { StatusIcon } from './status-icon.tsx'

type Props = {
  icon: IconName
  tone?: 'metal' | 'cool' | 'good' | 'wait' | 'bad' | 'plain'
  title: string
  text?: string | undefined
  /** The next step that the player is offered: a button or a link. */
  action?: ReactNode
  /** The heading level: 1 if this is the only content of the page. */
  level?: 1 | 2
  /** The language of the title, if it differs from the page's. */
  titleLang?: string | undefined
}

/**
 * Shown in place of content that is missing or failed to load. Tells the player what is missing and why, and offers one
 * next step.
 */
export function Empty({ icon, tone = 'cool', title, text, action, level = 2, titleLang }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={css.empty}>
      <StatusIcon icon={icon} tone={tone} size="l" />
      <Heading lang={titleLang}>{titleLang ? title : <NoBreakText text={title} />}</Heading>
      {text && (
        <p>
          <NoBreakText text={text} />
        </p>
      )}
      {action}
    </div>
  )
}
