import { createRoot } from 'react-dom/client'
import { attach } from './attach.ts'
import { InspectButton } from './inspect-button.tsx'

const { open } = attach(window, import.meta.env.VITE_INSPECT_URL || '/inspect.html')
const [loaded] = performance.getEntriesByType('navigation')
/** The address that the page was loaded with: a guard may have redirected since. */
const isAsked = loaded !== undefined && new URL(loaded.name).searchParams.has('inspect')

// browsers open windows in a click only, unless this site was allowed to
const isWaiting = isAsked && !open()
const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)
const show = (isLarge: boolean) => root.render(<InspectButton isLarge={isLarge} onOpen={press} />)
function press() {
  if (open()) show(false)
}
show(isWaiting)
if (isWaiting) document.addEventListener('click', press, { once: true, capture: true })
