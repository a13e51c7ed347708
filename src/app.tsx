import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Kept } from '#machines/session.machine.ts'
import type { Toast } from '#machines/toasts.machine.ts'
import { startSession } from '#src/actors/session.ts'
import { startInspector } from '#src/inspect/inspector.ts'
import { startLanguage } from '#src/lib/i18n.ts'
import { onWarning } from '#src/lib/warn.ts'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import { startRouter } from './router.tsx'

/**
 * The state that a prerendered page hands over to the app:
 * - `root` is the React root, which keeps showing that page until the next one has loaded.
 * - `kept` is where the token is stored.
 * - `toasts` are the current toasts.
 */
type Door = { root: Root; kept: Kept; toasts: readonly Toast[] }

/** Starts the app at the current URL. */
export async function startApp(door?: Door) {
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  if (!door) startInspector(onWarning)
  const session = startSession(door?.kept)
  const { toasts } = session.getSnapshot().context
  for (const toast of door?.toasts ?? []) toasts.send({ ...toast, type: 'toast.show' })
  const router = startRouter(session)
  const language = door ? null : startLanguage()
  // load the route in parallel with the texts, because neither its guard nor its files need them
  const loaded = router.load()
  await language
  if (door) await loaded
  const root = door?.root ?? createRoot(place)
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  import('./next-pages.ts').then(
    ({ fetchNextPages }) => fetchNextPages(router),
    () => {}, // without the prefetch, each page is fetched when it is opened
  )
  return router
}
