import { hydrateRoot } from 'react-dom/client'
import '../theme/tokens.css'
import '../theme/base.css'
import { startInspector } from '#src/inspect/inspector.ts'
import { allTexts, speak, speakFrom, type Texts } from '#src/lib/i18n.ts'
import { idle, savesData } from '#src/lib/idle.ts'
import { chosenLanguage, isLanguage, setLanguage } from '#src/lib/language.ts'
import { token } from '#src/lib/token.ts'
import { onWarning } from '#src/lib/warn.ts'
import { Door } from './door.tsx'
import { DOOR_PAGES, type DoorPage } from './pages.ts'
import type { Leave } from './router.tsx'
import { startDoor } from './session.ts'

/**
 * A press or change that the player made before React had loaded, with the control's value at that time. An inline
 * script in the page records it.
 */
type Held = { type: 'submit' | 'click' | 'change'; target: HTMLElement; value: string }
declare global {
  interface Window {
    /** Stops recording presses and changes, and returns those recorded so far. */
    release: () => Held[]
  }
}

const loadApp = () => import('#src/app.tsx')

/** Repeats a press or change that the player made before React had loaded. */
function act({ type, target, value }: Held) {
  if (target instanceof HTMLFormElement) return target.requestSubmit()
  if (target instanceof HTMLSelectElement) target.value = value
  if (type === 'click') target.click()
  else target.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Hydrates a page. When the player opens another page, hands over to the app. */
function open(place: HTMLElement, at: string, { Page, open, areas }: DoorPage) {
  if (location.pathname === '/') history.replaceState(null, '', at)
  const { search } = location
  const session = startDoor()
  let isLeft = false
  let closeShell = () => {}
  open?.(session, search)
  const leave: Leave = async (to, state) => {
    if (isLeft) return
    isLeft = true
    closeShell()
    if (!state) history.replaceState(null, '', to)
    const { kept, toasts } = session.getSnapshot().context
    try {
      const { startApp } = await loadApp()
      session.stop()
      const router = await startApp({ root, kept, toasts: toasts.getSnapshot().context.toasts })
      if (state) await router.navigate({ href: to, state })
    } catch {
      location.assign(to)
    }
  }
  session.on('navigate', ({ to }) => leave(to))
  const onReady = () => {
    window.release().forEach(act)
    // prefetches the texts for the page's later steps, which are fetched again on demand if this fails
    if (areas.length > 0) void allTexts().catch(() => {})
    fetchNext().then(
      ({ openShell }) => {
        if (!isLeft) closeShell = openShell()
      },
      () => {},
    )
  }
  const root = hydrateRoot(place, <Door {...{ at, Page, session, search, leave, onReady }} />)
}

/**
 * Prefetches the pages that the player may open next, then loads the app's shell. Whatever fails to load is fetched
 * again when it is needed.
 */
async function fetchNext() {
  await idle()
  if (!savesData()) {
    await loadApp()
    const { fetchPublicPages } = await import('#src/next-pages.ts')
    await fetchPublicPages()
  }
  return import('#src/shell.tsx')
}

/** Hydrates the page in `place`, or lets the app render it if this visit cannot start from the prerendered content. */
async function start(place: HTMLElement, { name, language, texts }: { name: string; language: unknown; texts: Texts }) {
  if (!isLanguage(language)) throw new Error('#texts names no language')
  // a member needs the app, which opens the home page or starts over at the login
  const page = token() === null ? (await DOOR_PAGES[name]?.())?.page : undefined
  if (!page || page.isAsRendered?.(location.search) === false) {
    window.release()
    const { startApp } = await loadApp()
    await startApp()
    return
  }
  // hydrates in a separate task, so that the page can respond to a tap before hydration starts
  await new Promise((done) => setTimeout(done))
  startInspector(onWarning)
  speak(language, texts)
  setLanguage(language)
  open(place, `/${name}`, page)
  const chosen = chosenLanguage(language)
  if (chosen !== language) await speakFrom(chosen)
}

const place = document.getElementById('root')
const own = document.getElementById('texts')
if (!place || !own) throw new Error('the page has no #root or no #texts')
void start(place, JSON.parse(own.textContent))
