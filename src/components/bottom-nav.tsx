import { useTexts } from '#src/lib/i18n.ts'
import css from './bottom-nav.module.css'
import { NavEntry, type NavItem } from './nav-entry.tsx'

/**
 * The floating navigation bar on phones. At 900 px and above, members use the top bar instead. Public pages replace
 * each other in the history. Otherwise, Back on the home page could lead to a public page, which would log the member
 * out (R79).
 */
export function BottomNav({ area, items }: { area: 'public' | 'member'; items: readonly NavItem[] }) {
  const { t } = useTexts()
  return (
    <nav className={css.nav} data-area={area} aria-label={t('app.menu')}>
      {items.map((item) => (
        <NavEntry key={item.label} item={item} className={css.item} icon replace={area === 'public'} />
      ))}
    </nav>
  )
}
