import { type Failure, NO_CONNECTION } from '#contract/failure.ts'
import { type Translate, textOr } from './i18n.ts'

/**
 * How many trailing characters of a reference the player reads out to support. They are enough to find the request in a
 * log.
 */
const REFERENCE_LENGTH = 12

/** Appends the reference to a text, if the text asks the player to contact support. Source: R584. */
export function withReference(t: Translate, text: string, reference: string | undefined): string {
  const isAsked = reference && text.toLowerCase().includes(t('support.phrase'))
  return isAsked ? `${text} (${t('support.reference', { id: reference.slice(-REFERENCE_LENGTH) })})` : text
}

/**
 * Returns the text that explains a failure to the player: the text for its code, else the server's own message, else a
 * general text. Source: R392–R395.
 */
export function failureText(t: Translate, { code, message, reference }: Failure): string {
  if (code === NO_CONNECTION) return t('failure.noConnection')
  if (code === 'gone') return t('page.terminated')
  const other = message || t('errorMsg.INTERNAL_SERVER_ERROR')
  const text = /^[A-Z0-9_]+$/.test(code) ? textOr(t, `errorMsg.${code}`, other) : other
  return withReference(t, text, reference)
}
