import { createRoot } from 'react-dom/client'
import { attach, type OnWarning } from './attach.ts'
import { InspectButton } from './inspect-button.tsx'

const [loaded] = performance.getEntriesByType('navigation')
/**
 * True if the page was loaded with `?inspect`. The current address may lack this parameter, because a guard may have
 * redirected the page since.
 */
const isAsked = loaded !== undefined && new URL(loaded.name).searchParams.has('inspect')

/** Adds the inspector's button to the page, and opens the inspector if the page was loaded with `?inspect`. */
export function start(onWarning: OnWarning) {
  const { open } = attach(window, import.meta.env.VITE_INSPECT_URL || '/inspect.html', onWarning)
  // browsers open windows only on a click, unless the site has permission
  const isWaiting = isAsked && !open()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (isLarge: boolean) => root.render(<InspectButton isLarge={isLarge} onOpen={press} />)
  function press() {
    if (open()) show(false)
  }
  show(isWaiting)
  if (isWaiting) document.addEventListener('click', press, { once: true, capture: true })
}
