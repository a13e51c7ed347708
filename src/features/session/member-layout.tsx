import { Outlet } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '#machines/session.machine.ts'
import { BottomNav } from '#src/components/bottom-nav.tsx'
import { Layout } from '#src/components/layout.tsx'
import type { NavItem } from '#src/components/nav-entry.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { SkipLink } from '#src/components/skip-link.tsx'
import { TopBar } from '#src/components/top-bar.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './member-layout.module.css'
import { usePageFocus } from './use-page-focus.ts'

type Props = {
  actor: ActorRefFrom<typeof sessionMachine>
  /** The wallet column. */
  side: ReactNode
  isHome: boolean
  /** The number of unread messages from support. */
  unread: number
  onConditions: () => void
}

/**
 * The layout of the member's pages: the top bar, the wallet column, the page, and the bottom navigation.
 * Source: R68–R73, R663.
 */
export function MemberLayout({ actor, side, isHome, unread, onConditions }: Props) {
  const { t } = useTexts()
  const isOnPage = useSelector(actor, (s) => s.context.kept === 'page')
  const items: readonly NavItem[] = [
    { to: '/user/home', icon: 'home', label: t('nav.home') },
    { to: '/user/statement', icon: 'statement', label: t('nav.statement') },
    {
      to: '/user/contact',
      icon: 'support',
      label: t('nav.contact'),
      mark:
        unread > 0 ? (
          <span className={css.news}>
            <span className="visually-hidden">{t('chat.unread', { n: unread })}</span>
          </span>
        ) : null,
    },
    { to: '/user/profile', icon: 'user', label: t('nav.profile') },
    { onClick: onConditions, icon: 'rules', label: t('nav.conditions') },
  ]
  return (
    <>
      <SkipLink />
      <TopBar home="/user/home" items={items} onLogout={() => actor.send({ type: 'session.logout' })} />
      <Layout side={side} sideLabel={t('home.main')} page={isHome ? 'home' : 'inner'} main={usePageFocus()}>
        {isOnPage ? (
          <Note tone="wait">
            <NoBreakText text={t('login.memory')} />
          </Note>
        ) : null}
        <Outlet />
      </Layout>
      <BottomNav area="member" items={items} />
    </>
  )
}
