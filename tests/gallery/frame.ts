import { disableAnimations } from '../kit/disable-animations.ts'
import { driverOf } from '../kit/drivers.ts'
import { speakThai } from '../kit/thai.ts'
import type { Place } from './address.ts'
import { hurry, stayInside } from './embedded.ts'
import css from './frame.module.css'
import { loadSanitiser, show } from './show.tsx'
import { speak } from './speak.ts'

const page = document.documentElement

/** Marks the page's <html> with the outcome and, in the index, also the frame around the page. */
function mark(outcome: 'shown' | 'failed') {
  for (const element of [page, window.frameElement]) element?.setAttribute('data-gallery', outcome)
}

function fail(error: unknown) {
  mark('failed')
  const note = document.body.appendChild(document.createElement('pre'))
  note.className = css.failed ?? ''
  note.textContent = String(error)
}

/**
 * Opens the page of one state. Sets `data-gallery` on <html> to `shown` once the state is rendered. After an error,
 * sets it to `failed` and shows the error as text.
 */
export async function openFrame({ machine, state }: NonNullable<Place['show']>, language: Place['language']) {
  addEventListener('error', ({ error }) => fail(error))
  addEventListener('unhandledrejection', ({ reason }) => fail(reason))
  document.title = `${machine}.${state}`
  stayInside()
  hurry()
  disableAnimations()
  await speakThai()
  await loadSanitiser()
  await turnTo(machine, state)
  await speak(language)
  if (!page.dataset.gallery) mark('shown')
}

/** Shows another state on the page, in Thai. Throws if the page cannot show it. */
export async function turnTo(machine: string, state: string) {
  const driver = await driverOf(machine)
  await speak('th')
  await show(driver, state)
}
