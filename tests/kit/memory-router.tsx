import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

/** A minimal router that starts at the given address and renders the same page at every address. */
function routerOf(page: ReactNode, at = '/') {
  const root = createRootRoute({ component: Outlet })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  return createRouter({ routeTree: root.addChildren([any]), history: createMemoryHistory({ initialEntries: [at] }) })
}

/** Renders a view in a minimal router. The view appears once the route has loaded. */
export function MemoryRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => routerOf(children))
  return <RouterProvider router={router as never} />
}

/** A page in a router, so that its links have targets. */
export const inRouter = (page: ReactNode) => <MemoryRouter>{page}</MemoryRouter>

function Linked({ at, children }: { at: string | undefined; children: ReactNode }) {
  const [router] = useState(() => routerOf(null, at))
  return <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
}

/** Wraps a part of a page so that its links have targets immediately. No link is marked as the current page. */
export const withLinks = (part: ReactNode, at?: string) => <Linked at={at}>{part}</Linked>
