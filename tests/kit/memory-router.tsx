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

/** A minimal router; every address renders the same. */
function routerOf(page: ReactNode) {
  const root = createRootRoute({ component: Outlet })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  return createRouter({ routeTree: root.addChildren([any]), history: createMemoryHistory() })
}

/** A view in a minimal router, which shows it once it has found the page. */
export function MemoryRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => routerOf(children))
  return <RouterProvider router={router as never} />
}

/** A page whose links have targets. */
export const inRouter = (page: ReactNode) => <MemoryRouter>{page}</MemoryRouter>

function Linked({ children }: { children: ReactNode }) {
  const [router] = useState(() => routerOf(null))
  return <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
}

/** A part of a page whose links have targets, at once; it does not know which page it is on. */
export const withLinks = (part: ReactNode) => <Linked>{part}</Linked>
