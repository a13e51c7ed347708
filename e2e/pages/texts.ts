import type { Locator } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import type { Satang } from '#contract/money.ts'
import en from '#locales/en.json' with { type: 'json' }
import la from '#locales/la.json' with { type: 'json' }
import th from '#locales/th.json' with { type: 'json' }
import { formatAmount } from '#src/lib/format.ts'

type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]

/** A text key. */
export type TextKey = Keys<typeof en>
/** Texts of one language, with their `{{names}}` filled in. */
export type Texts = (key: TextKey, fill?: Record<string, string | number>) => string

const texts = { th, la, en }
/** The value of `<html lang>` for each language. Source: D-02. */
export const HTML_LANG = { th: 'th', la: 'lo', en: 'en' }

/** An amount in a sentence: '100.00 baht'. */
export const bahtIn = (t: Texts, satang: Satang) => `${formatAmount(satang)}\u00A0${t('money.BAHT')}`

const keysOf = (node: object, path = ''): string[] =>
  Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : keysOf(value, `${path}${name}.`),
  )
/** Every text key of the locales. None of them may ever be visible on a screen. */
export const TEXT_KEYS = keysOf(en)

/** Returns the texts in `language` as the product shows them, with placeholders filled in. Throws on an unknown key. */
export const textsOf =
  (language: Language): Texts =>
  (key, fill = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], texts[language])
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(fill[name]))
  }

/** Returns the seconds left on a countdown whose text contains `mm:ss`. */
export async function secondsOn(timer: Locator): Promise<number> {
  const [minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  return minutes * 60 + seconds
}
