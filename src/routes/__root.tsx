import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Session } from '#src/actors/session.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Messages } from '#src/features/session/messages.tsx'
import { Crash, NotFound } from '#src/features/session/pages.tsx'

export const Route = createRootRouteWithContext<{ session: Session }>()({
  component: Root,
  notFoundComponent: NotFound,
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
