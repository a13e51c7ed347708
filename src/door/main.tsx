import { hydrateRoot } from 'react-dom/client'
import '../theme/tokens.css'
import '../theme/base.css'
import { startInspector } from '#src/inspect/inspector.ts'
import { idle, savesData } from '#src/lib/idle.ts'
import { chosenLanguage, isLanguage, tellLanguage } from '#src/lib/language.ts'
import { WAYS_BACK } from '#src/lib/pages.ts'
import { token } from '#src/lib/token.ts'
import { Door } from './door.tsx'
import { allTexts, speakFrom } from './i18n.ts'
import { startDoor } from './session.ts'
import { nowSpoken, speak } from './texts.ts'

/** A control that was pressed or changed before React had loaded, with the value it had; held by the page's own script. */
type Held = { type: 'submit' | 'click' | 'change'; target: HTMLElement; value: string }
declare global {
  interface Window {
    /** Stops holding what is pressed, and returns what was held. */
    release: () => Held[]
  }
}

const loadApp = () => import('#src/app.tsx')

/** Does what the player meant before the page could. */
function act({ type, target, value }: Held) {
  if (target instanceof HTMLFormElement) return target.requestSubmit()
  if (target instanceof HTMLSelectElement) target.value = value
  if (type === 'click') target.click()
  else target.dispatchEvent(new Event(type, { bubbles: true }))
}

let isLeft = false
let closeShell = () => {}

/** Hydrates the login form, and leaves the page to the app when the player goes on. */
function open(place: HTMLElement) {
  const back = new URLSearchParams(location.search).get('back')
  if (location.pathname === '/') history.replaceState(null, '', '/login')
  const session = startDoor(WAYS_BACK.find((way) => way === back) ?? null)
  async function leave(to: string) {
    if (isLeft) return
    isLeft = true
    closeShell()
    history.replaceState(null, '', to)
    const { kept } = session.getSnapshot().context
    try {
      const { startApp } = await loadApp()
      session.stop()
      await startApp({ root, kept, ...nowSpoken() })
    } catch {
      location.reload()
    }
  }
  session.on('navigate', ({ to }) => void leave(to))
  const root = hydrateRoot(place, <Door session={session} leave={leave} onReady={onReady} />)
}

/** Fetches what may be opened next, then starts the site as an app. A part that does not arrive is fetched again when it is needed. */
async function fetchNext() {
  await idle()
  if (!savesData()) {
    await loadApp()
    const { fetchPublicPages } = await import('#src/next-pages.ts')
    await fetchPublicPages(allTexts)
  }
  const { openShell } = await import('#src/shell.tsx')
  if (!isLeft) closeShell = openShell()
}

function onReady() {
  window.release().forEach(act)
  fetchNext().catch(() => {})
}

const place = document.getElementById('root')
const own = document.getElementById('texts')
if (!place || !own) throw new Error('the page has no #root or no #texts')
const { language, texts } = JSON.parse(own.textContent)
if (!isLanguage(language)) throw new Error('#texts names no language')
if (token() !== null) {
  // a member goes home, or starts over at the login
  window.release()
  const { startApp } = await loadApp()
  await startApp()
} else {
  startInspector()
  speak(language, texts)
  tellLanguage(language)
  open(place)
  const chosen = chosenLanguage(language)
  if (chosen !== language) await speakFrom(chosen)
}
