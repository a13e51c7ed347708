import type { Language } from '#contract/language.ts'
import { i18n } from './i18n.ts'

/** Adds a site area's texts in all languages; they would make the first page too large. */
export function addTexts(texts: Record<Language, object>) {
  const add = () => {
    for (const [language, each] of Object.entries(texts)) i18n.addResourceBundle(language, 'translation', each, true)
  }
  if (i18n.isInitialized) add()
  else i18n.on('initialized', add)
}
