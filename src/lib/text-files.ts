import type { Language } from '#contract/language.ts'

type Part = () => Promise<{ default: Record<string, unknown> }>

/** One file a language, in two parts: what the first page may show, and the rest (vite.config.ts says which is which). */
export const textFiles: Record<Language, Record<'start' | 'rest', Part>> = {
  th: { start: () => import('#locales/th.json?start'), rest: () => import('#locales/th.json?rest') },
  la: { start: () => import('#locales/la.json?start'), rest: () => import('#locales/la.json?rest') },
  en: { start: () => import('#locales/en.json?start'), rest: () => import('#locales/en.json?rest') },
}
