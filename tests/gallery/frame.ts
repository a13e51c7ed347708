import { disableAnimations } from '../kit/disable-animations.ts'
import { driverOf } from '../kit/drivers.ts'
import { speakThai } from '../kit/thai.ts'
import type { Place } from './address.ts'
import { hurry, stayInside } from './embedded.ts'
import css from './frame.module.css'
import { loadSanitiser, show } from './show.tsx'
import { speak } from './speak.ts'

const page = document.documentElement

/** The result of a page is set at its <html>, and in the index at its window. */
function mark(outcome: 'shown' | 'failed') {
  for (const element of [page, window.frameElement]) element?.setAttribute('data-gallery', outcome)
}

function fail(error: unknown) {
  mark('failed')
  const note = document.body.appendChild(document.createElement('pre'))
  note.className = css.failed ?? ''
  note.textContent = String(error)
}

/** A page of one state: `data-gallery` of <html> is `shown` once it is rendered, or `failed` with the error as text. */
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

/** The page shows another state, in Thai. Throws what the page cannot show. */
export async function turnTo(machine: string, state: string) {
  const driver = await driverOf(machine)
  await speak('th')
  await show(driver, state)
}
