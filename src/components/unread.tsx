import { readable } from '#contract/rows.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Icon } from './icon.tsx'
import { NoBreakText } from './no-break-text.tsx'
import css from './unread.module.css'

/** Shown in place of an unreadable list entry (assumed). */
export function Unread() {
  const { t } = useTexts()
  return (
    <span className={css.unread}>
      <Icon name="alert" size="s" />
      <span>
        <NoBreakText text={t('unread.entry')} />
      </span>
    </span>
  )
}

/** Shows how many choices are missing from a select because they are unreadable. */
export function UnreadChoices({ all }: { all: readonly (object | null)[] }) {
  return <UnreadCount n={all.length - readable(all).length} />
}

/** Shows how many unreadable choices were left out. Renders nothing if `n` is 0 (assumed). */
export function UnreadCount({ n }: { n: number }) {
  const { t } = useTexts()
  if (n === 0) return null
  return (
    <p className="hint">
      <NoBreakText text={t('unread.choices', { n })} />
    </p>
  )
}
