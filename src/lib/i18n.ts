import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const texts = {
  th: () => import('#locales/th.json'),
  la: () => import('#locales/la.json'),
  en: () => import('#locales/en.json'),
}

/** The product's language codes; `la` is Lao. Source: R13. */
export type Language = keyof typeof texts

/** What `<html lang>`, Intl and dayjs call each language (`la` is Latin there). Source: D-02. */
export const htmlLang = { th: 'th', la: 'lo', en: 'en' } as const satisfies Record<Language, string>

/** The one i18next instance; its texts arrive with {@link startLanguage}. */
export const i18n = i18next.createInstance()

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(texts, value)

function stored(): Language | null {
  try {
    const value = localStorage.getItem('locale')
    return isLanguage(value) ? value : null
  } catch {
    return null
  }
}

function tell(language: Language) {
  document.documentElement.lang = htmlLang[language]
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is missing in Firefox
  document.cookie = `lang=${language.toUpperCase()}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/** The language now on screen. */
export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : 'th')

/** Loads the first language before the first render: `preset`, else the stored one, else the build's. Source: R14, R15. */
export async function startLanguage(preset?: Language) {
  const language = preset ?? stored() ?? (import.meta.env.VITE_LAOS === '1' ? 'la' : 'th')
  const { default: translation } = await texts[language]()
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  tell(language)
}

/** Switches the language without reloading and keeps the choice; stays with the old one when the texts do not arrive. Source: R15, R16. */
export async function switchLanguage(language: Language) {
  try {
    const { default: translation } = await texts[language]()
    i18n.addResourceBundle(language, 'translation', translation)
  } catch {
    return
  }
  await i18n.changeLanguage(language)
  tell(language)
  try {
    localStorage.setItem('locale', language)
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
}
