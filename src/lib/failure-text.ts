import type { TFunction } from 'i18next'
import { type Failure, NO_CONNECTION } from '#contract/failure.ts'

/**
 * The player's text for a failure: the code's text, else the server's own message, else a general text.
 * Source: R392–R395.
 */
export function failureText(t: TFunction, { code, message }: Failure): string {
  if (code === NO_CONNECTION) return t('failure.noConnection')
  if (code === 'gone') return t('page.terminated')
  const texts: Record<string, string> = t('errorMsg', { returnObjects: true })
  const own = /^[A-Z0-9_]+$/.test(code) && Object.hasOwn(texts, code) ? texts[code] : undefined
  return own ?? (message || t('errorMsg.INTERNAL_SERVER_ERROR'))
}
