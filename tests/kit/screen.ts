import { configure, within } from '@testing-library/react'
import { type Failure, NO_CONNECTION } from '#contract/failure.ts'
import th from '#locales/th.json'
import { user } from './user.ts'

/** A snapshot of the screen: its controls, its alerts and, in `sees`, the searched texts that are visible. */
export type ScreenSnapshot = { controls: string[]; alerts?: string[]; sees?: string[] }

// Long enough for a slow machine. Only a failing test waits this long.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n')[0]) })
/** Collapses the whitespace in a text to single spaces. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
// biome-ignore lint/performance/useDomNodeTextContent: innerText skips the hidden text of a button
const drawn = (element: HTMLElement) => plain(element.innerText)
/** True if the element is neither hidden nor transparent. */
function isShown(element: Element): boolean {
  // A field may itself be transparent because it covers the element that is drawn in its place.
  const drawnBy = element.matches('input, select') ? element.parentElement : element
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    drawnBy?.checkVisibility({ opacityProperty: true }) === true
  )
}

/** Returns the first text in simple HTML, up to the next tag. */
export const firstWords = (html: string) => /[^<>]+(?=<)/.exec(html)?.[0] ?? html

/** The interactive part of the page: the topmost modal dialog, or else the whole body. */
const top = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body

/** A control's name as the player sees it. */
export const nameOf = (control: HTMLElement) =>
  plain(control.getAttribute('aria-label') ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? '') ||
  drawn(control) ||
  (control.querySelector('img')?.alt ?? '')

function marksOf(control: HTMLElement) {
  const is = (name: string) => control.getAttribute(name) === 'true'
  return [
    is('aria-busy') && ' (busy)',
    !is('aria-busy') && (is('aria-disabled') || control.matches(':disabled')) && ' (off)',
    control.matches(':read-only') && control.matches('input[type=text]') && ' (off)',
    (is('aria-selected') || is('aria-pressed')) && ' (chosen)',
  ].filter(Boolean)
}

/** All controls in `top` that are visible on the screen, except those that exist only for password managers. */
export const controls = (): HTMLElement[] =>
  [...top().querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')].filter(
    (control) => isShown(control) && !control.closest('[aria-hidden=true]'),
  )

/** True if an element takes up space on the screen but is invisible because it or an ancestor is transparent. */
const isTransparent = (element: Element) =>
  element.checkVisibility() && !element.checkVisibility({ opacityProperty: true })

/** Hides elements until the returned function is called. */
function hide(elements: readonly HTMLElement[]) {
  const styles = elements.map((element) => element.getAttribute('style'))
  for (const { style } of elements) style.setProperty('visibility', 'hidden', 'important')
  return () => {
    for (const [at, element] of elements.entries()) {
      // Chromium keeps a `style` attribute that was created only through `element.style`, unless the attribute is set
      // before it is removed.
      element.setAttribute('style', styles[at] ?? '')
      if (styles[at] === null) element.removeAttribute('style')
    }
  }
}

/**
 * Returns the part of an element's text that a person can read. Unlike `innerText`, it omits the text of transparent
 * elements.
 */
function legible(element: HTMLElement): string {
  const show = hide([...element.querySelectorAll<HTMLElement>('*')].filter(isTransparent))
  try {
    return drawn(element)
  } finally {
    show()
  }
}

/** Returns all text in `top`: the text that `read` returns, and the text that is only for screen readers. */
function wordsBy(read: (element: HTMLElement) => string): string {
  const said = [...top().querySelectorAll('img[alt], [role=status][aria-label]')].filter(isShown)
  const names = said.map((element) => element.getAttribute('alt') ?? element.getAttribute('aria-label'))
  return plain([read(top()), ...names].join(' '))
}
/**
 * Returns all text in `top`: the rendered text, including text that is still fading in, and the text that is only for
 * screen readers.
 */
export const words = () => wordsBy(drawn)

const unique = (texts: readonly string[]) => [...new Set(texts.map(plain))].sort()

/** Takes a snapshot of the screen. `texts` are the characteristic texts to search for. */
export function sight(texts: readonly string[]): Required<ScreenSnapshot> {
  const seen = wordsBy(legible)
  return {
    controls: controls().map((control) => [nameOf(control), ...marksOf(control)].join('')),
    alerts: [...top().querySelectorAll<HTMLElement>('[role=alert]')].filter(isShown).map(drawn),
    sees: unique(texts).filter((text) => seen.includes(text)),
  }
}

/** Replaces dates, times and versions with placeholders, because they differ from run to run. */
const withoutTimes = (text: string) =>
  text.replace(/\d+\/\d+\/\d+( \d+:\d+(:\d+)?)?|\d+:\d+(:\d+)?/g, '‹time›').replace(/\d+\.\d+\.\d+/g, '‹version›')

const isHidden = (element: Element) => element.closest('.visually-hidden') !== null
/** Returns the text on a control, or a field's label. Returns an empty string if that text is visually hidden. */
function captionOf(control: HTMLElement): string {
  const label = (control as HTMLInputElement).labels?.[0]
  if (isHidden(label ?? control)) return ''
  return label ? plain(drawn(label).replace(drawn(control), '')) : drawn(control)
}

/**
 * A text on the screen. `shown` is its notation in the documents: `[text]` for a button or a link, `text: ___` for a
 * field.
 */
type Readable = { text: string; shown: string; isControl?: boolean }
function readableControl(control: HTMLElement): Readable {
  const [text, marks] = [captionOf(control), marksOf(control)]
  const isField = control.matches('select, textarea, input:not([type=checkbox], [type=radio])')
  const shown = isField ? `${text}: ___` : `[${text}]`
  const isOff = marks.includes(' (off)') || marks.includes(' (busy)')
  return { text, shown: isOff ? `${shown} (off)` : shown, isControl: true }
}

/** True if `whole` consists only of other entries of `texts`, apart from characters that are not letters. */
function isSum(whole: string, texts: readonly string[]): boolean {
  const parts = texts.filter((text) => text !== whole && whole.includes(text))
  return !/\p{L}/u.test(parts.reduce((rest, part) => rest.replace(part, ''), whole))
}

/**
 * Returns the Thai texts that a person can look for on the screen, in page order: headings, the characteristic `texts`,
 * alerts, and the labels and buttons in {@link Readable} notation. Placeholders replace dates, times and versions.
 */
export function readable(texts: readonly string[]): string[] {
  const page = drawn(top())
  const { sees, alerts } = sight(texts)
  const headings = [...top().querySelectorAll<HTMLElement>('h1, h2')].filter((each) => isShown(each) && !isHidden(each))
  const read = [...headings.map(drawn), ...sees, ...alerts.filter((alert) => !isSum(alert, sees))]
  const found = [...read.map((text): Readable => ({ text, shown: text })), ...controls().map(readableControl)]
  // A button may have the same text as a heading above it, so a control's position is the last occurrence of its text.
  const place = ({ text, isControl }: Readable) => (isControl ? page.lastIndexOf(text) : page.indexOf(text))
  const sorted = found
    .filter(({ text }) => /\p{Script=Thai}/u.test(text) && page.includes(text))
    .sort((one, other) => place(one) - place(other))
  return [...new Set(sorted.map(({ shown }) => withoutTimes(shown)))]
}

/**
 * The expected snapshot in the form that {@link sight} returns. Collapses whitespace, because the locales contain
 * no-break spaces.
 */
export const wantedSight = ({ controls, alerts = [], sees = [] }: ScreenSnapshot): Required<ScreenSnapshot> => ({
  controls: controls.map(plain),
  alerts: alerts.map(plain),
  sees: unique(sees),
})

/** The names and values of the description lists on the screen. */
export const facts = () =>
  [...top().querySelectorAll('dt')].map((name) => [name, name.nextElementSibling].map((part) => part?.textContent))

type Role = 'button' | 'tab' | 'checkbox' | 'link'

/** Clicks a control. Throws if there is no control or something covers it. */
export async function click(control: HTMLElement | undefined) {
  if (!control) throw new Error('no such control')
  user.reach(control)
  await user.click(control)
}

/** Returns a function that presses the control with this role and accessible name. */
export const press =
  (name: string | RegExp, role: Role = 'button') =>
  async () => {
    const isNamed = (found: string) => (name instanceof RegExp ? name.test(found) : plain(found) === plain(name))
    await click(within(top()).getByRole(role, { name: isNamed }))
  }

/** Checks or unchecks the checkbox with this name. */
export async function tick(name: string, on: boolean) {
  const box = within(top()).getByRole<HTMLInputElement>('checkbox', { name })
  if (box.checked !== on) await user.click(box)
}

/** Replaces the text of the field with this label. */
export async function fill(label: string, text: string) {
  await user.type(within(top()).getByLabelText(label), text)
}

/**
 * Scrolls the list with this name to the top and then to the bottom. Repeats a scroll that the list undoes, because it
 * follows its newest entry.
 */
export async function scrollThrough(name: string) {
  const list = within(top()).getByRole('region', { name })
  for (const end of ['top', 'bottom'] as const) {
    const place = () => (end === 'top' ? 0 : list.scrollHeight - list.clientHeight)
    while (Math.abs(list.scrollTop - place()) >= 1) {
      const moved = new Promise((done) => list.addEventListener('scroll', done, { once: true }))
      list.scrollTo({ top: place() })
      await moved
    }
  }
}

/** Chooses an option in the select field with this label. */
export async function choose(label: string, value: string) {
  await user.choose(within(top()).getByLabelText(label), value)
}

/** Chooses a file in the file field, even if the field does not accept the file's type. */
export async function upload(file: File) {
  const field = top().querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('no field')
  await user.upload(field, file)
}

/**
 * Returns a function that presses a key on the real keyboard. The key goes to the focused element, or to the field with
 * `label` if one is given.
 */
export const key =
  (name: 'Enter' | 'Escape', label = '') =>
  async () => {
    if (label) within(top()).getByLabelText(label).focus()
    await user.key(name)
  }

/** Presses every disabled or busy control, as an impatient player would. */
export async function pressSilent() {
  for (const control of controls().filter((each) => each.matches('[aria-busy=true], [aria-disabled=true], :disabled')))
    await user.click(control)
}

/**
 * Returns the text that informs the player of the failure, or an empty list if there is no failure. Throws if the
 * failure's code has no text.
 */
export const told = (failure: Failure | null): string[] =>
  failure ? [failure.code === NO_CONNECTION ? th.failure.noConnection : textOf(failure.code)] : []

function textOf(code: string): string {
  const found = Object.entries(th.errorMsg).find(([name]) => name === code)
  if (!found) throw new Error(`no text for ${code}`)
  return found[1]
}
