import { createRouter } from '@tanstack/react-router'
import type { Session } from '#src/actors/session.ts'
import { isUserPage } from '#src/lib/pages.ts'
import { routeTree } from './routeTree.gen.ts'

/** The product's router, history mode; goes where the session says. Source: R26, D-09. */
export function startRouter(session: Session) {
  const router = createRouter({ routeTree, context: { session }, defaultPreload: false, defaultPendingMs: 200 })
  session.on('navigate', ({ to, comeBack }) => {
    const { pathname } = router.state.location
    const search = comeBack && isUserPage(pathname) ? { back: pathname } : {}
    void router.navigate({ to, search, replace: true })
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof startRouter>
  }
}
