import { act } from '@testing-library/react'
import type { Language } from '#contract/language.ts'
import th from '#locales/th.json'
import { keepWords } from '#src/components/keep-words.ts'
import { speak as show, type Texts } from '#src/lib/i18n.ts'
import { setLanguage } from '#src/lib/language.ts'
import { settle } from '../kit/run.ts'

const texts: Record<Language, () => Promise<Texts>> = {
  th: async () => th,
  la: async () => (await import('#locales/la.json')).default,
  en: async () => (await import('#locales/en.json')).default,
}
const keysOf = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [before + name] : keysOf(text, `${before}${name}.`),
  )
const keys = new Set(keysOf(th))

/** All texts of the page, visible or for screen readers only. */
function words(): string[] {
  const names = ['aria-label', 'alt', 'placeholder', 'title']
  const said = [...document.body.querySelectorAll('*')].flatMap((each) => names.map((name) => each.getAttribute(name)))
  // biome-ignore lint/performance/useDomNodeTextContent: only rendered text counts
  return [document.body.innerText, ...said].flatMap((text) => text?.split(/\s+/) ?? [])
}

/**
 * Switches the page to the given language, and waits until its fonts and pictures are loaded. The product's own
 * language setting does not change. Throws if a text or a picture is missing.
 */
export async function speak(language: Language) {
  const known = { ...(await texts[language]()), keepWords: keepWords[language] }
  setLanguage(language)
  await act(async () => {
    show(language, known)
    await settle()
  })
  const raw = words().filter((word) => keys.has(word))
  if (raw.length > 0) throw new Error(`no text for ${raw.join(', ')}`)
  await document.fonts.ready
  await Promise.all([...document.images].filter(isOurs).map((image) => image.decode().catch(() => fail(image))))
}

/** False for a file that the player has chosen, because it might not be a picture. */
const isOurs = ({ src }: HTMLImageElement) => !src.startsWith('blob:')
const fail = ({ src }: HTMLImageElement) => {
  throw new Error(`no picture at ${src}`)
}
