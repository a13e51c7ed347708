import type { Language } from '#contract/language.ts'
import { setLanguage, storeLanguage } from '#src/lib/language.ts'
import { textFiles } from '#src/lib/text-files.ts'
import { nowSpoken, speak, type Texts } from './texts.ts'

/** Merges two parts of a language's texts; both contain `errorMsg`. */
const join = (some: Texts, more: Texts): Texts => ({
  ...some,
  ...more,
  errorMsg: { ...(some.errorMsg as object), ...(more.errorMsg as object) },
})

/** Loads the texts of a language and shows the page in it. Returns false and keeps the old language if that fails. */
export async function speakFrom(language: Language) {
  const { start, rest } = textFiles[language]
  const parts = await Promise.all([start(), rest()]).catch(() => null)
  if (!parts) return false
  // first, so that reloaded server texts are in this language
  setLanguage(language)
  speak(language, join(parts[0].default, parts[1].default))
  return true
}

/** Source: R15, R16. */
export async function switchLanguage(language: Language) {
  if (await speakFrom(language)) storeLanguage(language)
}

/** Adds the texts that the page does not have yet. */
export async function allTexts() {
  const { language, texts } = nowSpoken()
  const { default: rest } = await textFiles[language].rest()
  // if another language was chosen in the meantime, all its texts are loaded already
  if (nowSpoken().language === language) speak(language, join(rest, texts))
}
