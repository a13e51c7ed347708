import th from '#locales/th.json'
import { i18n, startLanguage } from '#src/lib/i18n.ts'

/** Starts the product in Thai, with all texts loaded. */
export async function speakThai() {
  await startLanguage('th')
  i18n.addResourceBundle('th', 'translation', th, true, true)
}
