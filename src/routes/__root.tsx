import { createRootRouteWithContext, lazyRouteComponent, Outlet, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Session } from '#src/actors/session.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Crash } from '#src/features/session/crash.tsx'
import { Messages } from '#src/features/session/messages.tsx'
import { allTexts } from '#src/lib/i18n.ts'

export const Route = createRootRouteWithContext<{ session: Session }>()({
  beforeLoad: ({ location }) => (location.pathname === '/login' ? undefined : allTexts()),
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#src/features/session/not-found.tsx'), 'NotFound'),
  errorComponent: Crash,
})

function Root() {
  const { session } = useRouter().options.context
  return (
    <>
      <Outlet />
      <Messages actor={session.getSnapshot().context.toasts} />
      <LoadingOverlay shown={useSelector(session, (s) => s.hasTag('busy'))} />
    </>
  )
}
