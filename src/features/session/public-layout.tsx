import { Outlet } from '@tanstack/react-router'
import { BottomNav } from '#src/components/bottom-nav.tsx'
import { SkipLink } from '#src/components/skip-link.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './public-layout.module.css'

/** The layout of the public pages: the page above the bottom navigation, without a top bar. Source: R28, R29. */
export function PublicLayout() {
  const { t } = useTexts()
  return (
    <div className={css.page}>
      <SkipLink />
      <Outlet />
      <BottomNav
        area="public"
        items={[
          { to: '/login', icon: 'home', label: t('nav.home') },
          { to: '/register', icon: 'register', label: t('nav.register') },
          { to: '/howto', icon: 'howto', label: t('nav.howto') },
          { to: '/contact', icon: 'support', label: t('nav.contact') },
        ]}
      />
    </div>
  )
}
