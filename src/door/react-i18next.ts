import { textOf, useSpoken } from './texts.ts'

/** Replaces the hook of react-i18next in the views of the door. */
export function useTranslation() {
  const { language, texts } = useSpoken()
  return {
    t: (key: string, values?: Record<string, unknown>) => textOf(texts, key, values),
    i18n: { language, getResource: (_language: string, _bundle: string, key: string) => texts[key] },
  }
}
