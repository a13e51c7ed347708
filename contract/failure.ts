import * as v from 'valibot'
import type { Call } from './call.ts'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from './codes.ts'

/**
 * Why a call failed. `refused`: the server refused the call, with a code. `unknown`: there was no reliable reply, so
 * the call may or may not have taken effect. `reference` is the request's id in the server's log, if the server sends
 * one. Source: R385.
 */
export const Failure = v.object({
  kind: v.picklist(['refused', 'unknown']),
  code: v.string(),
  message: v.string(),
  reference: v.optional(v.string()),
})
export type Failure = v.InferOutput<typeof Failure>

/** The code of an `unknown` failure whose request got no response. */
export const NO_CONNECTION = 'NO_CONNECTION'
/**
 * The code of an `unknown` failure when a change without an idempotency key has already been sent, and therefore is not
 * sent again.
 */
export const SENT_ONCE = 'SENT_ONCE'

/** The Thai message for 'cannot verify identity'. Source: R390, D-32. */
export const IDENTITY_TEXT = 'ไม่สามารถยืนยันตัวตนได้'

/** Returns the error as a Failure. An error of any other shape counts as an unknown outcome. */
export const asFailure = (error: unknown): Failure =>
  v.is(Failure, error) ? error : { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }

/**
 * The effect of a reply on the whole client, not only on the call it belongs to. `gone`: the site is shut down.
 * `signedOut`: the member is no longer signed in.
 */
export type Verdict = 'gone' | 'signedOut'
/** The code and message of a reply, without its data. */
type Said = { code?: unknown; message?: unknown }
const SIGNED_OUT = ['invalid-token', 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', IDENTITY_TEXT]

/**
 * Returns the verdict of a reply, or null if there is none. `gone` counts in any reply and is checked first, as R391
 * requires. `signedOut` counts only in errors. Login errors are excluded, because they are shown inline.
 * Source: R386–R391, D-32.
 */
export function verdictOf(
  { message, code }: Said,
  { isError, isLogin }: { isError: boolean; isLogin: boolean },
): Verdict | null {
  const says = (word: string) => message === word || code === word
  if (says('gone')) return 'gone'
  if (!isError || isLogin) return null
  return SIGNED_OUT.some(says) ? 'signedOut' : null
}

/** True if a change was refused before the server processed it, because of the session, the site or a rate limit. */
const isEarly = (failure: Failure) =>
  failure.code === 'REQUEST_LIMIT' || verdictOf(failure, { isError: true, isLogin: false }) !== null

/** True if it is unknown whether a change was made. `wasInDoubt` is true if an earlier attempt got no response. */
export const leavesDoubt = (failure: Failure, wasInDoubt = false): boolean =>
  failure.kind === 'unknown' || (wasInDoubt && isEarly(failure))

/**
 * Matches a message that is itself an error code. A backend may send its code as the message, because the requirements
 * define only the message (R388).
 */
const CODE_SHAPED = /^[A-Z][A-Z0-9_]*$/
/** HTTP statuses that proxies, firewalls and rate limiters send too. */
const GATEWAY_STATUSES = [403, 408, 425, 429]
const CATALOGUE: readonly string[] = [...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES]

/**
 * Returns the code in a reply, preferably one from the catalogue, or '' if neither `code` nor `message` contains one.
 */
function codeIn({ code, message }: Said): string {
  if (message === 'invalid-token') return typeof code === 'string' ? code : 'UNAUTHORIZED'
  const words = [code, message].filter((word) => typeof word === 'string')
  const isCode = (word: string) => CODE_SHAPED.test(word) || word === code
  return words.find((word) => CATALOGUE.includes(word)) ?? words.find(isCode) ?? ''
}

/**
 * Returns the failure in an unsuccessful reply. It is `refused` if the status is 4xx and the reply has a string `code`
 * or `message`. For a change, the reply must also prove that the change was not made. Otherwise the failure is
 * `unknown`.
 *
 * A 401 or 410 proves nothing: the server sends it before it processes this request, but an earlier attempt may have
 * succeeded. Nor does a reply from a gateway prove anything. A 401 from a call that anyone may make is not about the
 * session, so it does count as proof. Source: R388–R389.
 */
export function failureOf(
  { status, ...said }: Said & { status: number },
  { kind, access }: Pick<Call, 'kind' | 'access'>,
): Failure {
  const verdict = verdictOf(said, { isError: status >= 400, isLogin: access === 'anyone' })
  const isRead = kind === 'read'
  if (verdict === 'gone') return { kind: isRead ? 'refused' : 'unknown', code: 'gone', message: 'gone' }
  const code = codeIn(said)
  const message = (typeof said.message === 'string' && said.message) || code
  if (status < 400 || !message) return { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }
  const isEarly = verdict !== null || status === 410 || (status === 401 && access !== 'anyone')
  const isGateway = GATEWAY_STATUSES.includes(status) && !CATALOGUE.includes(code)
  return { kind: status < 500 && (isRead || !(isEarly || isGateway)) ? 'refused' : 'unknown', code, message }
}
