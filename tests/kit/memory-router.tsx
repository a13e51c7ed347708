import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

/** A minimal router for a view with links; every address renders the same. */
export function MemoryRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const root = createRootRoute({ component: Outlet })
    const any = createRoute({ getParentRoute: () => root, path: '$', component: () => children })
    return createRouter({ routeTree: root.addChildren([any]), history: createMemoryHistory() })
  })
  return <RouterProvider router={router as never} />
}

/** A page whose links have targets. */
export const inRouter = (page: ReactNode) => <MemoryRouter>{page}</MemoryRouter>
