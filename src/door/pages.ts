import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '#machines/session.machine.ts'

export type DoorSession = ActorRefFrom<typeof sessionMachine>

/** A public page without the router: prerendered, and hydrated in place. */
export type DoorPage = {
  /**
   * The page's component. `search` is the query string of the address; `onReady` is called when the page can handle the
   * player's presses.
   */
  Page: ComponentType<{ session: DoorSession; search: string; onReady: () => void }>
  /** Prepares the session for this page before it is hydrated. */
  open?: (session: DoorSession, search: string) => void
  /** Returns false if this visit cannot start from the prerendered content. The app then renders the page. */
  isAsRendered?: (search: string) => boolean
  /** The areas of the locale file that this page needs, besides the texts that every public page includes. */
  areas: readonly string[]
}

/** The loaders of the hydrated pages, by the name used in a page's address and file names. */
export const DOOR_PAGES: Record<string, () => Promise<{ page: DoorPage }>> = {
  login: () => import('./login.tsx'),
  register: () => import('./register.tsx'),
  howto: () => import('./howto.tsx'),
}
