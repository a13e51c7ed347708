import { createRouter } from '@tanstack/react-router'
import type { Session } from '#src/actors/session.ts'
import { wayBack } from '#src/lib/pages.ts'
import { routeTree } from './routeTree.gen.ts'

/**
 * Creates the site's router, which uses the browser's history and follows the session's redirects. Source: R26, D-09.
 */
export function startRouter(session: Session) {
  const router = createRouter({ routeTree, context: { session }, defaultPreload: false, defaultPendingMs: 200 })
  session.on('navigate', ({ to, comeBack }) => {
    const back = comeBack ? wayBack(router.state.location) : undefined
    void router.navigate({ ...(back ? { to, search: { back } } : { href: to }), replace: true })
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof startRouter>
  }
}
