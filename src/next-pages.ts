import type { AnyRoute } from '@tanstack/react-router'
import { allTexts } from './lib/i18n.ts'
import { idle, savesData } from './lib/idle.ts'
import type { startRouter } from './router.tsx'
import { Route as PublicRoute } from './routes/_public.tsx'

const loadShell = () => import('./shell.tsx')

/**
 * Fetches all texts, then a layout and its pages, and then the shell, one at a time, while the browser is idle and
 * online.
 */
async function fetchPages(layout: AnyRoute, isWanted = () => true) {
  const children: AnyRoute[] = Object.values(layout.children ?? {})
  const parts = [layout, ...children].map((page) => () => page.options.component?.preload?.())
  for (const fetchPart of [allTexts, ...parts, loadShell]) {
    await idle()
    if (!isWanted() || !navigator.onLine) return
    await fetchPart()?.catch(() => {}) // if this fails, the part is fetched again when it is needed
  }
}

/** Fetches the pages that a visitor may open after the login page. */
export const fetchPublicPages = () => fetchPages(PublicRoute)

/**
 * Fetches the files of the page that a link leads to as soon as the link is pressed or focused, even under Save-Data.
 */
function fetchLinked(router: ReturnType<typeof startRouter>) {
  function fetchPage({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== window.location.origin) return
    const [routes] = router.getMatchedRoutes(link.pathname)
    // if this fails, the page is fetched again when it is opened
    for (const { options } of routes) options.component?.preload?.()?.catch(() => {})
  }
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, fetchPage)
}

/**
 * Prefetches the pages that the player may open next, one at a time while the browser is idle: public pages for a
 * visitor, the member's pages for a member. These pages then open even after the connection is lost. Finally starts the
 * app's shell.
 *
 * Under Save-Data, it fetches only the page of a link that is pressed or focused.
 */
export function fetchNextPages(router: ReturnType<typeof startRouter>) {
  let [fetched, runs] = ['', 0]
  async function fetchNext() {
    const layout = router.state.matches[1]?.routeId ?? ''
    if (layout === fetched || savesData()) return
    fetched = layout
    runs += 1
    const run = runs
    const route: AnyRoute | undefined = Object.values(router.routesById).find(({ id }) => id === layout)
    // stops early if the layout has changed
    if (route) await fetchPages(route, () => run === runs)
    if (navigator.onLine || run !== runs) return
    // continue when the connection is restored
    fetched = ''
    window.addEventListener('online', fetchNext, { once: true })
  }
  async function openShell() {
    await idle()
    const shell = await loadShell()
    shell.openShell()
  }
  fetchLinked(router)
  router.subscribe('onRendered', fetchNext)
  // runs immediately too, because the first page may already be rendered
  fetchNext()
    .then(openShell)
    .catch(() => {}) // the site works without the shell
}
