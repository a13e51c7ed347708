import { useTranslation } from 'react-i18next'
import { readable } from '#contract/rows.ts'
import { Icon } from './icon.tsx'
import { Running } from './running.tsx'
import css from './unread.module.css'

/** Appears in place of an entry of a list that cannot be read (assumed). */
export function Unread() {
  const { t } = useTranslation()
  return (
    <span className={css.unread}>
      <Icon name="alert" size="s" />
      <span>
        <Running text={t('unread.entry')} />
      </span>
    </span>
  )
}

/** The number of choices that a select lacks because they cannot be read. */
export function UnreadChoices({ all }: { all: readonly (object | null)[] }) {
  return <UnreadCount n={all.length - readable(all).length} />
}

/** The number of choices that cannot be read and are left out; shows nothing if it is 0 (assumed). */
export function UnreadCount({ n }: { n: number }) {
  const { t } = useTranslation()
  if (n === 0) return null
  return (
    <p className="hint">
      <Running text={t('unread.choices', { n })} />
    </p>
  )
}
