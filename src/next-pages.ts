import { allTexts } from './lib/i18n.ts'
import type { startRouter } from './router.tsx'

/** Safari has no requestIdleCallback. */
const whenIdle: (run: () => void) => unknown = window.requestIdleCallback ?? ((run) => setTimeout(run, 200))
const idle = () => new Promise<void>((done) => whenIdle(done))

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Prefetches the pages next to the current one while the browser is idle, one after the other: public pages for a
 * visitor, the member's for a member. So a page still opens after the connection is lost. Does nothing under
 * Save-Data.
 */
export function fetchNextPages(router: ReturnType<typeof startRouter>) {
  let [fetched, runs] = ['', 0]
  async function fetchNext() {
    const layout = router.state.matches[1]?.routeId ?? ''
    if (layout === fetched || savesData()) return
    fetched = layout
    runs += 1
    const run = runs
    const pages = Object.values(router.routesById).filter(({ id }) => id.startsWith(`${layout}/`))
    for (const fetchPart of [allTexts, ...pages.map((page) => () => router.loadRouteChunk(page))]) {
      await idle()
      if (run !== runs) return // the layout has changed
      await fetchPart()?.catch(() => {}) // loaded again when the page is opened
    }
  }
  router.subscribe('onRendered', fetchNext)
  void fetchNext() // the first page may be there already
}
