import * as v from 'valibot'

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

/** True of an answer that was given before the change was looked at: it says nothing of the same change sent earlier. */
export const isBeforeChange = (failure: Failure): boolean =>
  failure.kind === 'refused' && verdictOf(failure, { isError: true, isLogin: false }) !== null

/**
 * The verdict in a reply's message and code, in the order of SPEC §8: `gone` counts in any reply, the rest in errors only,
 * and not in those of the login itself, which stay inline. Source: R386–R391, D-32.
 */
export function verdictOf(
  { message, code }: { message?: unknown; code?: unknown },
  { isError, isLogin }: { isError: boolean; isLogin: boolean },
): Verdict | null {
  if (message === 'gone' || code === 'gone') return 'gone'
  if (!isError || isLogin) return null
  if (message === 'invalid-token') return 'signedOut'
  if (code === 'UNAUTHORIZED' || code === 'EXPIRED_AUTH_TOKEN' || message === IDENTITY_TEXT) return 'signedOut'
  return null
}
