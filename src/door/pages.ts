import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '#machines/session.machine.ts'

export type DoorSession = ActorRefFrom<typeof sessionMachine>

/** A public page without the router: prerendered, and hydrated in place. */
export type DoorPage = {
  /** `search`: the query string of the address. Calls `onReady` when the page can handle the player's presses. */
  Page: ComponentType<{ session: DoorSession; search: string; onReady: () => void }>
  /** Opens the page in the session. */
  open?: (session: DoorSession, search: string) => void
  /** Returns false if this visit cannot start from the prerendered content; then the app renders the page. */
  isAsRendered?: (search: string) => boolean
  /** The locale areas that the page needs besides the first texts. */
  areas: readonly string[]
}

/** The hydrated pages, by the name used in their addresses and files. */
export const DOOR_PAGES: Record<string, () => Promise<{ page: DoorPage }>> = {
  login: () => import('./login.tsx'),
  register: () => import('./register.tsx'),
  howto: () => import('./howto.tsx'),
}
