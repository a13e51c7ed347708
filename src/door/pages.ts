import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '#machines/session.machine.ts'

export type DoorSession = ActorRefFrom<typeof sessionMachine>

/** A public page without the router: rendered at build, and hydrated in its place. */
export type DoorPage = {
  /** `search`: of the address. Calls `onReady` when it can do what the player presses. */
  Page: ComponentType<{ session: DoorSession; search: string; onReady: () => void }>
  /** Opens the page in the session. */
  open?: (session: DoorSession, search: string) => void
  /** Returns false if this visit does not begin as the page was rendered; then the app shows it. */
  isAsRendered?: (search: string) => boolean
  /** The texts of the page besides the first ones, as areas of the locales. */
  areas: readonly string[]
}

/** The hydrated pages by the names of their addresses and files. */
export const DOOR_PAGES: Record<string, () => Promise<{ page: DoorPage }>> = {
  login: () => import('./login.tsx'),
  register: () => import('./register.tsx'),
  howto: () => import('./howto.tsx'),
}
