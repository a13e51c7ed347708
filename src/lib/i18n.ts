import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/language.ts'
import type en from '#locales/en.json'
import { chosenLanguage, currentLanguage, DEFAULT_LANGUAGE, setLanguage, storeLanguage } from './language.ts'
import { textFiles } from './text-files.ts'
import { TEXTS_CHANGED } from './texts-changed.ts'

/*
 * The page's texts, which are looked up by key and filled with values. Plural forms are not supported: Thai and Lao
 * have none, and the English texts do without them. Source: D-75.
 */

/** Texts by name, grouped into areas. */
export type Texts = { readonly [name: string]: string | Texts }
type KeysOf<Area> = {
  [Name in keyof Area & string]: Area[Name] extends string ? Name : `${Name}.${KeysOf<Area[Name]>}`
}[keyof Area & string]
/** The key of a text, such as `login.submit`. */
export type TextKey = KeysOf<typeof en>
/**
 * Returns the text of a key, with each `{{name}}` replaced by the value of that name. Returns the key itself if there
 * is no text for it.
 */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number | undefined>>) => string

const isArea = (found: unknown): found is Texts => typeof found === 'object' && found !== null

/** Returns a lookup function for these texts. */
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

/** Merges two sets of texts, including their nested areas. */
function join<T extends Texts>(some: T, more: Texts): T {
  const all: Record<string, Texts[string]> = { ...some }
  for (const [name, text] of Object.entries(more)) {
    const area = all[name]
    all[name] = isArea(text) && isArea(area) ? join(area, text) : text
  }
  return all as T
}

/** The page's language, its texts, and their lookup function. */
type Spoken = { language: Language; texts: Texts; t: Translate }

/** The texts loaded so far, by language. */
let known: Record<Language, Texts> = { th: {}, la: {}, en: {} }
/** A module variable, because the document has only one language. */
let spoken: Spoken = { language: DEFAULT_LANGUAGE, texts: {}, t: translate({}) }
const listeners = new Set<() => void>()

/** Shows the page in a language, with the texts loaded so far, or with `texts` instead. */
export function speak(language: Language, texts?: Texts) {
  if (texts) known = { ...known, [language]: texts }
  spoken = { language, texts: known[language], t: translate(known[language]) }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the page's language, its texts, and their lookup function. */
export const nowSpoken = (): Spoken => spoken

/** Like {@link nowSpoken}, for use in a view. */
export const useTexts = (): Spoken => useSyncExternalStore(subscribe, nowSpoken, nowSpoken)

/** Adds texts, grouped by language. If the page's language is among them, the page shows them at once. */
export function addTexts(texts: Texts) {
  known = join(known, texts)
  if (texts[spoken.language]) speak(spoken.language)
}

/** Loads the given parts of a language's texts. */
async function load(language: Language, parts: readonly ('start' | 'rest')[]) {
  const loaded = await Promise.all(parts.map((part) => textFiles[language][part]()))
  for (const { default: part } of loaded) addTexts({ [language]: part })
}

// only the dev server sends this event, and the build removes this code
import.meta.hot?.on(TEXTS_CHANGED, ({ language, texts }: { language: Language; texts: Texts }) =>
  addTexts({ [language]: texts }),
)

/** The load of the remaining texts, in progress or complete. All pages share it. */
let rest: Promise<void> | undefined

/**
 * Loads the remaining texts of the current language. Every page except the first one waits for this. A failed load can
 * be retried.
 */
export function allTexts(): Promise<void> {
  rest ??= load(currentLanguage(), ['rest']).catch((error) => {
    rest = undefined
    throw error
  })
  return rest
}

/**
 * Loads the texts that the first render needs, in the stored language or else in the build's default. Source: R14, R15.
 */
export async function startLanguage(language = chosenLanguage()) {
  setLanguage(language)
  await load(language, ['start'])
  speak(language)
}

/**
 * Switches the language without reloading the page. If the texts cannot be loaded, returns false and keeps the old
 * language.
 */
export async function speakFrom(language: Language): Promise<boolean> {
  const isLoaded = await load(language, ['start', 'rest']).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return false
  // set the language first, so that server texts are reloaded in it
  setLanguage(language)
  speak(language)
  return true
}

/** Like {@link speakFrom}, but also stores the choice. Source: R15, R16. */
export async function switchLanguage(language: Language) {
  if (await speakFrom(language)) storeLanguage(language)
}
