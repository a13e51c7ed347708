import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '#src/components/icon.tsx'
import css from './limits-link.module.css'

/** The way to the limits and breaks of My play. Source: R631. */
export function LimitsLink() {
  const { t } = useTranslation()
  return (
    <Link to="/user/care" className={css.link}>
      <Icon name="clock" size="s" />
      {t('home.limits')}
      <Icon name="chevron-right" size="xs" />
    </Link>
  )
}
