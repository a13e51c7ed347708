import type { TFunction } from 'i18next'
import { type Failure, NO_CONNECTION } from '#contract/failure.ts'

/** The number of final characters of a reference that the player reads out to support: enough to find the request in a log. */
const REFERENCE_LENGTH = 12

/** Adds a reference to a text that asks the player to contact support. Source: R584. */
export function withReference(t: TFunction, text: string, reference: string | undefined): string {
  const isAsked = reference && text.toLowerCase().includes(t('support.phrase'))
  return isAsked ? `${text} (${t('support.reference', { id: reference.slice(-REFERENCE_LENGTH) })})` : text
}

/**
 * The player's text for a failure: the code's text, else the server's own message, else a general text.
 * Source: R392–R395.
 */
export function failureText(t: TFunction, { code, message, reference }: Failure): string {
  if (code === NO_CONNECTION) return t('failure.noConnection')
  if (code === 'gone') return t('page.terminated')
  const texts: Record<string, string> = t('errorMsg', { returnObjects: true })
  const own = /^[A-Z0-9_]+$/.test(code) && Object.hasOwn(texts, code) ? texts[code] : undefined
  return withReference(t, own ?? (message || t('errorMsg.INTERNAL_SERVER_ERROR')), reference)
}
