import { createFileRoute, redirect, useLocation, useSearch } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { inviteBonusLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { CurrencyContext } from '#src/components/use-money.ts'
import { InviteBonusAlerts, InviteSum } from '#src/features/invite/invite-bonus.tsx'
import { MemberLayout } from '#src/features/session/member-layout.tsx'
import { Balance } from '#src/features/wallet/balance.tsx'
import { Widgets } from '#src/features/wallet/widgets.tsx'
import { named } from '#src/inspect/inspector.ts'
import { SITE_CURRENCY } from '#src/lib/build.ts'
import { checkMinutes, watchCheckMinutes } from '#src/lib/check-minutes.ts'
import { wayBack } from '#src/lib/pages.ts'
import { useOverlay } from './-overlay.ts'
import { InviteBonusContext } from './user/-invite-bonus.ts'

const search = v.object({ popup: v.fallback(v.optional(v.picklist(['conditions'])), undefined) })

export const Route = createFileRoute('/user')({
  validateSearch: search,
  beforeLoad: ({ context: { session }, location }) => {
    session.send({ type: 'user.open' })
    const { wallet } = session.getSnapshot().children
    if (!wallet) throw redirect({ to: '/login', search: { back: wayBack(location) }, replace: true })
    // the home page first fetches the balances from the games; every other page only reads the wallet
    if (location.pathname !== '/user/home') wallet.send({ type: 'wallet.show' })
    return { wallet }
  },
  component: User,
})

/** Loaded only for a member who has asked for time reminders. */
const Visit = lazy(() => import('./user/-dialogs/visit.tsx'))
/** The popups. Each is loaded when it first opens. */
const popups = {
  conditions: lazy(() => import('./user/-dialogs/conditions.tsx')),
}

function User() {
  const { session, wallet } = Route.useRouteContext()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/user/home' })
  const { popup } = Route.useSearch()
  const { open, close } = useOverlay()
  const Popup = popup && popups[popup]
  const { dialog } = useSearch({ strict: false })
  const { toasts } = session.getSnapshot().context
  const bonus = useActorRef(inviteBonusLogic, {
    ...named('inviteBonus'),
    input: { wallet, toasts, pending: pendingInviteBonus() },
  })
  const isReminded = useSyncExternalStore(watchCheckMinutes, checkMinutes) !== '0'
  const wheel = useActorRef(spinActiveLogic, named('wheel'))
  const currency = useSelector(
    wallet,
    ({ context: { overview, last, settings } }) =>
      (overview ? overview.bankAccount.currency : last?.currency) ?? settings.currency ?? SITE_CURRENCY,
  )
  const unread = useSelector(wallet, (s) => s.context.overview?.unreadMessages ?? 0)
  return (
    <CurrencyContext value={currency}>
      <InviteBonusContext value={bonus}>
        <MemberLayout
          actor={session}
          side={
            <>
              <Balance actor={wallet} onOpen={open} />
              <InviteSum actor={bonus} wallet={wallet} />
              <Widgets wallet={wallet} wheel={wheel} onOpen={open} />
            </>
          }
          isHome={isHome}
          unread={unread}
          onConditions={() => open({ popup: 'conditions' })}
        />
        {/* not inside the side column, which is hidden on phones except on the home page; the invite dialog shows
            these alerts itself */}
        {dialog === 'invite' ? null : <InviteBonusAlerts actor={bonus} wallet={wallet} />}
        <Suspense fallback={<LoadingOverlay shown />}>{Popup && <Popup onClose={close} />}</Suspense>
        <Suspense>{isReminded && <Visit session={session} />}</Suspense>
      </InviteBonusContext>
    </CurrencyContext>
  )
}
