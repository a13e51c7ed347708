import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/language.ts'
import { chosenLanguage, currentLanguage, setLanguage, storeLanguage } from './language.ts'
import { textFiles } from './text-files.ts'
import { TEXTS_CHANGED } from './texts-changed.ts'

/** The one i18next instance; {@link startLanguage} loads its texts. */
export const i18n = i18next.createInstance()

/** Loads the missing texts of a language: both parts, or the first only. */
async function load(language: Language, parts: readonly ('start' | 'rest')[]) {
  const loaded = await Promise.all(parts.map((part) => textFiles[language][part]()))
  for (const { default: part } of loaded) i18n.addResourceBundle(language, 'translation', part, true)
}

// sent only by the dev server; the build leaves this out
import.meta.hot?.on(TEXTS_CHANGED, async ({ language, texts }: { language: Language; texts: object }) => {
  i18n.addResourceBundle(language, 'translation', texts, false, true)
  await i18n.changeLanguage(i18n.language)
})

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
 * Loads the first texts before the first render: of `preset`, else of the stored language, else of the build's. `known`:
 * texts of that language that the page already has. Source: R14, R15.
 */
export async function startLanguage(preset?: Language, known?: Record<string, unknown>) {
  const language = preset ?? chosenLanguage()
  setLanguage(language)
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: known ? { [language]: { translation: known } } : {},
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  if (!known) await load(language, ['start'])
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
  setLanguage(language)
  await i18n.changeLanguage(language)
  storeLanguage(language)
}
