import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { IS_LAOS } from './build.ts'
import { store, stored } from './storage.ts'

/** One file a language, in two parts: what the first page may show, and the rest (vite.config.ts says which is which). */
const texts: Record<Language, Record<'start' | 'rest', () => Promise<{ default: Record<string, unknown> }>>> = {
  th: { start: () => import('#locales/th.json?start'), rest: () => import('#locales/th.json?rest') },
  la: { start: () => import('#locales/la.json?start'), rest: () => import('#locales/la.json?rest') },
  en: { start: () => import('#locales/en.json?start'), rest: () => import('#locales/en.json?rest') },
}

/** What `<html lang>`, Intl and dayjs call each language (`la` is Latin there). Source: D-02. */
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

/** The language now on screen. */
export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : 'th')

/** Loads what of a language is not there yet, in both parts or the first alone. */
async function load(language: Language, parts: readonly ('start' | 'rest')[]) {
  const loaded = await Promise.all(parts.map((part) => texts[language][part]()))
  for (const { default: part } of loaded) i18n.addResourceBundle(language, 'translation', part, true)
}

let rest: Promise<void> | undefined

/** All texts of the language on screen: to be waited for by every page but the first. A failed load may be tried again. */
export function allTexts(): Promise<void> {
  rest ??= load(currentLanguage(), ['rest']).catch((error) => {
    rest = undefined
    throw error
  })
  return rest
}

/** Loads the first texts before the first render: of `preset`, else of the stored language, else of the build's. Source: R14, R15. */
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

/** Switches the language without reloading and keeps the choice; stays with the old one when the texts do not arrive. Source: R15, R16. */
export async function switchLanguage(language: Language) {
  const isLoaded = await load(language, ['start', 'rest']).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return
  // first, so that whoever asks the server anew gets the texts of this language
  tell(language)
  await i18n.changeLanguage(language)
  store('locale', language)
}
