import { useTexts } from '#src/lib/i18n.ts'
import css from './skip-link.module.css'

/** The page's first keyboard stop: a link that skips the navigation and jumps to `#main`. */
export function SkipLink() {
  const { t } = useTexts()
  return (
    <a className={css.skip} href="#main">
      {t('app.skip')}
    </a>
  )
}
