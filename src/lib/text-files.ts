import type { Language } from '#contract/language.ts'
import type { Texts } from './i18n.ts'

type Part = () => Promise<{ default: Texts }>

/**
 * The texts of each language, in two parts: the texts of the first page, and the rest (vite.config.ts splits the file).
 */
export const textFiles: Record<Language, Record<'start' | 'rest', Part>> = {
  th: { start: () => import('#locales/th.json?start'), rest: () => import('#locales/th.json?rest') },
  la: { start: () => import('#locales/la.json?start'), rest: () => import('#locales/la.json?rest') },
  en: { start: () => import('#locales/en.json?start'), rest: () => import('#locales/en.json?rest') },
}
