import type { Language } from '#contract/language.ts'
import { keepLanguage, tellLanguage } from '#src/lib/language.ts'
import { textFiles } from '#src/lib/text-files.ts'
import { nowSpoken, speak } from './texts.ts'

/** Replaces the functions of src/lib/i18n.ts in the views of the door. */
export const currentLanguage = (): Language => nowSpoken().language

/** Speaks a language as soon as its texts are here; stays with the old one when they do not arrive. */
export async function speakFrom(language: Language) {
  const start = await textFiles[language].start().catch(() => null)
  if (!start) return false
  speak(language, start.default)
  tellLanguage(language)
  return true
}

/** Source: R15, R16. */
export async function switchLanguage(language: Language) {
  if (await speakFrom(language)) keepLanguage(language)
}

/** Adds the texts that the first page does not have. */
export async function allTexts() {
  const { language, texts } = nowSpoken()
  const { default: rest } = await textFiles[language].rest()
  speak(language, { ...rest, ...texts, errorMsg: { ...(rest.errorMsg as object), ...(texts.errorMsg as object) } })
}
