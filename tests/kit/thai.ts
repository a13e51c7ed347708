import th from '#locales/th.json'
import { speak, startLanguage } from '#src/lib/i18n.ts'

/** Sets the product's language to Thai and loads all texts. */
export async function speakThai() {
  await startLanguage('th')
  speak('th', th)
}
