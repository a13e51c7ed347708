import { Link, type LinkProps } from '@tanstack/react-router'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { useTexts } from '#src/lib/i18n.ts'
import logo from '#src/theme/logo.svg'
import { IconButton } from './icon-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { NavEntry, type NavItem } from './nav-entry.tsx'
import css from './top-bar.module.css'

type Props = {
  home: NonNullable<LinkProps['to']>
  items: readonly NavItem[]
  onLogout: () => void
}

/**
 * The header of the member's pages, with logo, language select and logout. At 900 px and above, it is sticky and also
 * contains the navigation.
 */
export function TopBar({ home, items, onLogout }: Props) {
  const { t } = useTexts()
  return (
    <header className={css.bar}>
      <div className={css.row}>
        <Link to={home} className={css.brand} activeProps={{ 'aria-current': undefined }}>
          <img src={logo} alt={APP_TITLE} width="113" height="32" />
        </Link>
        <nav className={css.nav} aria-label={t('app.menu')}>
          {items.map((item) => (
            <NavEntry key={item.label} item={item} icon={false} />
          ))}
        </nav>
        <LanguageSelect />
        <IconButton icon="logout" label={t('nav.logout')} onClick={onLogout} />
      </div>
    </header>
  )
}
