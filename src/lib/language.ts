import { htmlLang, LANGUAGES, type Language } from '#contract/language.ts'
import { IS_LAOS } from './build.ts'
import { store, stored } from './storage.ts'

/** The language for a visitor who has not chosen one. Source: R14. */
export const DEFAULT_LANGUAGE: Language = IS_LAOS ? 'la' : 'th'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** Returns the language stored in this browser, else `other`. Source: R14, R15. */
export function chosenLanguage(other = DEFAULT_LANGUAGE): Language {
  const value = stored('locale')
  return isLanguage(value) ? value : other
}

/** Stores the choice for the next visit. */
export const storeLanguage = (language: Language) => store('locale', language)

/**
 * The page's language. It is kept outside the machines, because views, calls and formats need it even before any actor
 * runs.
 */
let current: Language = DEFAULT_LANGUAGE
const listeners = new Set<() => void>()

/** Returns the page's language. */
export const currentLanguage = (): Language => current

/** Calls `listener` after each change of the language; returns a function that unsubscribes. */
export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Sets the cookie from which the server reads the language. Over https, its name is `__Secure-lang`, because browsers
 * accept that prefix only over TLS; an earlier cookie without the prefix is then deleted. Source: R16, D-02.
 */
function storeCookie(language: Language) {
  const cookie = (name: string, value: string, age: number) =>
    `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${age}${isHttps ? '; Secure' : ''}`
  const isHttps = location.protocol === 'https:'
  const set = cookie(isHttps ? '__Secure-lang' : 'lang', language.toUpperCase(), 365 * 24 * 60 * 60)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox 121
  for (const each of isHttps ? [cookie('lang', '', 0), set] : [set]) document.cookie = each
}

/**
 * Sets the page's language, the address of the web app manifest, and the cookie from which the server reads the
 * language.
 */
export function setLanguage(language: Language) {
  current = language
  document.documentElement.lang = htmlLang[language]
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/${language}.webmanifest`)
  storeCookie(language)
  for (const listener of listeners) listener()
}
