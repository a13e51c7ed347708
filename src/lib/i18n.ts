import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/language.ts'
import type en from '#locales/en.json'
import { chosenLanguage, currentLanguage, DEFAULT_LANGUAGE, setLanguage, storeLanguage } from './language.ts'
import { textFiles } from './text-files.ts'
import { TEXTS_CHANGED } from './texts-changed.ts'

/*
 * The texts of the page: a lookup by key, with values filled in. The three languages need no plural forms. Source: D-75.
 */

/** Texts by name, grouped into areas. */
export type Texts = { readonly [name: string]: string | Texts }
type KeysOf<Area> = {
  [Name in keyof Area & string]: Area[Name] extends string ? Name : `${Name}.${KeysOf<Area[Name]>}`
}[keyof Area & string]
/** The key of a text, such as `login.submit`. */
export type TextKey = KeysOf<typeof en>
/** Returns the text of a key, with each `{{name}}` replaced by the value of that name. Returns the key if it has no text. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number | undefined>>) => string

const isArea = (found: unknown): found is Texts => typeof found === 'object' && found !== null

/** Returns the lookup of these texts. */
export const translate =
  (texts: Texts): Translate =>
  (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((area, name) => (isArea(area) && Object.hasOwn(area, name) ? area[name] : undefined), texts)
    if (typeof found !== 'string') return key
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }

/** Returns the text of a key whose last part comes from the server, or `other` if the key has no text. */
export function textOr(t: Translate, key: string, other: string): string {
  const text = t(key as TextKey)
  return text === key ? other : text
}

/** Returns the texts of both; they may share areas. */
function join<T extends Texts>(some: T, more: Texts): T {
  const all: Record<string, Texts[string]> = { ...some }
  for (const [name, text] of Object.entries(more)) {
    const area = all[name]
    all[name] = isArea(text) && isArea(area) ? join(area, text) : text
  }
  return all as T
}

/** The language that the page is shown in, its texts, and their lookup. */
type Spoken = { language: Language; texts: Texts; t: Translate }

/** The texts of each language that have been loaded. */
let known: Record<Language, Texts> = { th: {}, la: {}, en: {} }
/** A module variable, because the document has one language. */
let spoken: Spoken = { language: DEFAULT_LANGUAGE, texts: {}, t: translate({}) }
const listeners = new Set<() => void>()

/** Shows the page in a language, with the texts loaded so far, or with `texts` instead of them. */
export function speak(language: Language, texts?: Texts) {
  if (texts) known = { ...known, [language]: texts }
  spoken = { language, texts: known[language], t: translate(known[language]) }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the page's language, its texts, and their lookup. */
export const nowSpoken = (): Spoken => spoken

/** Like {@link nowSpoken}, for use in a view. */
export const useTexts = (): Spoken => useSyncExternalStore(subscribe, nowSpoken, nowSpoken)

/** Adds texts by language, and shows those of the page's language. */
export function addTexts(texts: Texts) {
  known = join(known, texts)
  if (texts[spoken.language]) speak(spoken.language)
}

/** Loads texts of a language: both parts of its file, or one. */
async function load(language: Language, parts: readonly ('start' | 'rest')[]) {
  const loaded = await Promise.all(parts.map((part) => textFiles[language][part]()))
  for (const { default: part } of loaded) addTexts({ [language]: part })
}

// sent only by the dev server; the build leaves this out
import.meta.hot?.on(TEXTS_CHANGED, ({ language, texts }: { language: Language; texts: Texts }) =>
  addTexts({ [language]: texts }),
)

/** One load for all pages that wait for it. */
let rest: Promise<void> | undefined

/** Loads all texts of the current language: every page but the first waits for it. A failed load can be retried. */
export function allTexts(): Promise<void> {
  rest ??= load(currentLanguage(), ['rest']).catch((error) => {
    rest = undefined
    throw error
  })
  return rest
}

/** Loads the first texts before the first render, of the stored language, else of the build's. Source: R14, R15. */
export async function startLanguage(language = chosenLanguage()) {
  setLanguage(language)
  await load(language, ['start'])
  speak(language)
}

/** Switches the language without reloading. Returns false and keeps the old one if the texts cannot be loaded. */
export async function speakFrom(language: Language): Promise<boolean> {
  const isLoaded = await load(language, ['start', 'rest']).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return false
  // first, so that reloaded server texts are in this language
  setLanguage(language)
  speak(language)
  return true
}

/** Like {@link speakFrom}, and stores the choice. Source: R15, R16. */
export async function switchLanguage(language: Language) {
  if (await speakFrom(language)) storeLanguage(language)
}
