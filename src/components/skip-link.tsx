import { useTranslation } from 'react-i18next'
import css from './skip-link.module.css'

/** The first stop of the keyboard: skips the navigation and goes to `#main`. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className={css.skip} href="#main">
      {t('app.skip')}
    </a>
  )
}
