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

/** A minimal router at an address; every address renders the same. */
function routerOf(page: ReactNode, at = '/') {
  const root = createRootRoute({ component: Outlet })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  return createRouter({ routeTree: root.addChildren([any]), history: createMemoryHistory({ initialEntries: [at] }) })
}

/** A view in a minimal router, which shows it once it has found the page. */
export function MemoryRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => routerOf(children))
  return <RouterProvider router={router as never} />
}

/** A page whose links have targets. */
export const inRouter = (page: ReactNode) => <MemoryRouter>{page}</MemoryRouter>

function Linked({ at, children }: { at: string | undefined; children: ReactNode }) {
  const [router] = useState(() => routerOf(null, at))
  return <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
}

/** A part of the page at an address, whose links have targets at once; no link knows that it leads to this page. */
export const withLinks = (part: ReactNode, at?: string) => <Linked at={at}>{part}</Linked>
