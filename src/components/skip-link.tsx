import { useTranslation } from 'react-i18next'
import css from './skip-link.module.css'

/** The first keyboard stop: a link that skips the navigation and jumps to `#main`. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className={css.skip} href="#main">
      {t('app.skip')}
    </a>
  )
}
