import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { IS_LAOS } from './build.ts'
import { store, stored } from './storage.ts'

/** One file per language, in two parts: the texts of the first page, and the rest (vite.config.ts splits them). */
const texts: Record<Language, Record<'start' | 'rest', () => Promise<{ default: Record<string, unknown> }>>> = {
  th: { start: () => import('#locales/th.json?start'), rest: () => import('#locales/th.json?rest') },
  la: { start: () => import('#locales/la.json?start'), rest: () => import('#locales/la.json?rest') },
  en: { start: () => import('#locales/en.json?start'), rest: () => import('#locales/en.json?rest') },
}

/** The code of each language for `<html lang>`, Intl and dayjs (`la` is Latin there). Source: D-02. */
export const htmlLang = { th: 'th', la: 'lo', en: 'en' } as const satisfies Record<Language, string>

/** The one i18next instance; its texts arrive with {@link startLanguage}. */
export const i18n = i18next.createInstance()

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

function storedLanguage(): Language | null {
  const value = stored('locale')
  return isLanguage(value) ? value : null
}

function tell(language: Language) {
  document.documentElement.lang = htmlLang[language]
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is missing in Firefox
  document.cookie = `lang=${language.toUpperCase()}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/** The current language. */
export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : 'th')

/** Loads the missing texts of a language: both parts, or the first only. */
async function load(language: Language, parts: readonly ('start' | 'rest')[]) {
  const loaded = await Promise.all(parts.map((part) => texts[language][part]()))
  for (const { default: part } of loaded) i18n.addResourceBundle(language, 'translation', part, true)
}

let rest: Promise<void> | undefined

/** Loads all texts of the current language: every page but the first waits for it. A failed load can be retried. */
export function allTexts(): Promise<void> {
  rest ??= load(currentLanguage(), ['rest']).catch((error) => {
    rest = undefined
    throw error
  })
  return rest
}

/**
 * Loads the first texts before the first render: of `preset`, else of the stored language, else of the build's.
 * Source: R14, R15.
 */
export async function startLanguage(preset?: Language) {
  const language = preset ?? storedLanguage() ?? (IS_LAOS ? 'la' : 'th')
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: {},
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await load(language, ['start'])
  tell(language)
}

/**
 * Switches the language without reloading and stores the choice; keeps the old one if the texts cannot be loaded.
 * Source: R15, R16.
 */
export async function switchLanguage(language: Language) {
  const isLoaded = await load(language, ['start', 'rest']).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return
  // first, so that reloaded server texts are in this language
  tell(language)
  await i18n.changeLanguage(language)
  store('locale', language)
}
