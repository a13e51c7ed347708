import { htmlLang, LANGUAGES, type Language } from '#contract/language.ts'
import { IS_LAOS } from './build.ts'
import { store, stored } from './storage.ts'

/** The language for a visitor who has not chosen one. Source: R14. */
export const DEFAULT_LANGUAGE: Language = IS_LAOS ? 'la' : 'th'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** The language that this browser has stored, else `other`. Source: R14, R15. */
export function chosenLanguage(other = DEFAULT_LANGUAGE): Language {
  const value = stored('locale')
  return isLanguage(value) ? value : other
}

/** Stores the choice for the next visit. */
export const storeLanguage = (language: Language) => store('locale', language)

let current: Language = DEFAULT_LANGUAGE
const listeners = new Set<() => void>()

/** The page's language. */
export const currentLanguage = (): Language => current

/** Calls `listener` after each change of the language; returns a function that unsubscribes. */
export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the language of the page, the cookie that the server reads, and the web app manifest. */
export function setLanguage(language: Language) {
  current = language
  document.documentElement.lang = htmlLang[language]
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/${language}.webmanifest`)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is missing in Firefox
  document.cookie = `lang=${language.toUpperCase()}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
  for (const listener of listeners) listener()
}
