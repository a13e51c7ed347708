import { textOf, useSpoken } from './texts.ts'

/** Replaces react-i18next's hook in the door's views. */
export function useTranslation() {
  const { language, texts } = useSpoken()
  return {
    t: (key: string, values?: Record<string, unknown>) => textOf(texts, key, values),
    i18n: { language, getResource: (_language: string, _bundle: string, key: string) => texts[key] },
  }
}
