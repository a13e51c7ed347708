import * as v from 'valibot'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from './codes.ts'

/**
 * Why a call rejected. `refused`: the server said no, with a code. `unknown`: no answer that can be trusted, so the
 * effect may or may not have happened. Source: SPEC §8.
 */
export const Failure = v.object({
  kind: v.picklist(['refused', 'unknown']),
  code: v.string(),
  message: v.string(),
})
export type Failure = v.InferOutput<typeof Failure>

/** Code of an unknown failure whose request never got an answer at all. */
export const NO_CONNECTION = 'NO_CONNECTION'

/** The Thai text that means 'cannot verify identity'. Source: R390, D-32. */
export const IDENTITY_TEXT = 'ไม่สามารถยืนยันตัวตนได้'

/** A rejection as a Failure; anything that is none of ours counts as unknown. */
export const asFailure = (error: unknown): Failure =>
  v.is(Failure, error) ? error : { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }

/** What a reply says beyond its call: the site is shut down, or the member is no longer signed in. */
export type Verdict = 'gone' | 'signedOut'
/** What a reply may say beside its data. */
type Said = { code?: unknown; message?: unknown }
const SIGNED_OUT = ['invalid-token', 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', IDENTITY_TEXT]

/**
 * Returns the verdict of a reply, in the order of SPEC §8: `gone` counts in any reply, the rest in errors only, and not in
 * those of the login itself, which stay inline. Source: R386–R391, D-32.
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

/** True of an answer that was given before the change was looked at: it says nothing of the same change sent earlier. */
export const isBeforeChange = (failure: Failure): boolean =>
  failure.kind === 'refused' && verdictOf(failure, { isError: true, isLogin: false }) !== null

/** A message that is a code. SPEC §8 knows the message only. */
const CODE_SHAPED = /^[A-Z][A-Z0-9_]*$/
const CATALOGUE: readonly string[] = [...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES]

/** Returns the code in a reply: one of the catalogue, or whatever looks most like a code; '' if there is none. */
function codeIn({ code, message }: Said): string {
  if (message === 'invalid-token') return typeof code === 'string' ? code : 'UNAUTHORIZED'
  const words = [code, message].filter((word) => typeof word === 'string')
  const isCode = (word: string) => CODE_SHAPED.test(word) || word === code
  return words.find((word) => CATALOGUE.includes(word)) ?? words.find(isCode) ?? ''
}

/**
 * Returns the failure in a reply that is not a success: `refused` for a 4xx with a string `code` or `message`, else
 * `unknown`. Source: SPEC §8, R388–R389.
 */
export function failureOf({ status, ...said }: Said & { status: number }): Failure {
  const code = codeIn(said)
  const message = (typeof said.message === 'string' && said.message) || code
  if (verdictOf(said, { isError: status >= 400, isLogin: false }) === 'gone')
    return { kind: 'refused', code: 'gone', message: 'gone' }
  if (status < 400 || !message) return { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }
  return { kind: status < 500 ? 'refused' : 'unknown', code, message }
}
