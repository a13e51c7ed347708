import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { DAY, HOUR, OTP_RESEND } from '#contract/limits.ts'
import { randomBelow } from '#contract/random.ts'
import { OTP_LENGTH } from '#contract/register.ts'
import { plainDigits } from '#contract/typed.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import { type OtpPurpose, otps } from '#server/core/schema/members.ts'
import { operation } from './operation.ts'
import { OTP_TEXT } from './operator.ts'
import { hashOf } from './session.ts'
import { fullUntil, isWithin } from './within.ts'

const MINUTE = 60_000
/**
 * How long a code is valid, how long a phone stays verified, and how long a phone is blocked after too many wrong
 * codes, in ms (assumed).
 */
const VALID = 5 * MINUTE
const VERIFIED = 15 * MINUTE
const BLOCKED = 15 * MINUTE
const TRIES = 5
const SENDS = { most: 5, within: HOUR }
/**
 * The maximum number of password reset codes per day. With five tries per code, a caller can try at most 50 of the
 * million possible codes a day (assumed).
 */
const RECOVERIES = { most: 10, within: DAY }
/** The letters and digits used in references, without easily confused ones. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

type Otp = typeof otps.$inferSelect

const isYounger = (at: Date | null, age: number, now: number) => at !== null && isWithin(at.getTime(), age, now)
const isVerified = ({ verifiedAt, isUsed }: Otp, now: number) => !isUsed && isYounger(verifiedAt, VERIFIED, now)

/** Throws OTP_BLOCK if the phone is blocked. */
function expectNotBlocked({ blockedAt }: Otp, now: number) {
  if (blockedAt && isYounger(blockedAt, BLOCKED, now))
    throw new ApiError('OTP_BLOCK', 429, { until: blockedAt.getTime() + BLOCKED })
}

/**
 * Hashes a code with its token as the key. Only a hash of the token is stored, so an attacker who has only the database
 * cannot find a code by brute force.
 */
const hashOfCode = (code: string, token: string) => createHmac('sha256', token).update(code).digest()

const current = ({ db }: HandlerContext, phone: string) =>
  db
    .select()
    .from(otps)
    .where(and(eq(otps.phone, phone), eq(otps.isCurrent, true)))

/**
 * Sends a code by text message. If sending fails, deletes the code and makes the previous code current again, unless a
 * newer code was requested in the meantime.
 */
export const sms = operation(
  'sms',
  v.object({ token: v.string(), last: v.nullable(v.string()) }),
  async (tx, { payload: { token, last } }, { refusal }) => {
    if (!refusal) return {}
    const [unsent] = await tx.delete(otps).where(eq(otps.token, token)).returning({ isCurrent: otps.isCurrent })
    if (last && unsent?.isCurrent) await tx.update(otps).set({ isCurrent: true }).where(eq(otps.token, last))
    return refusal
  },
  VALID,
)

/** Selects a phone's code by its token and purpose. */
const codeOf = (db: Db, token: string, phone: string, purpose: OtpPurpose) =>
  db
    .select()
    .from(otps)
    .where(and(eq(otps.token, hashOf(token)), eq(otps.phone, phone), eq(otps.purpose, purpose)))

/**
 * Orders a new code for a phone, which supersedes any previous one. A caller who has verified the phone gets
 * OTP_VERIFIED instead of a code. Other callers do not learn that the phone is verified, and requesting a code does not
 * cancel that verification. Throws OTP_BLOCK, REQUEST_LIMIT_1MIN, REQUEST_LIMIT (after 5 codes within an hour, or 10
 * password reset codes within a day) or OTP_SEND_FAIL. Source: R206, R324, D-40.
 */
export async function sendCode(context: HandlerContext, phone: string, purpose: OtpPurpose) {
  const { db, now, language, settings } = context
  const at = now()
  if (await hasVerification(context, phone, purpose)) return { code: 'OTP_VERIFIED' }
  const [last] = await current(context, phone).for('update')
  if (last) {
    expectNotBlocked(last, at)
    if (isYounger(last.sentAt, OTP_RESEND, at))
      throw new ApiError('REQUEST_LIMIT_1MIN', 429, { until: last.sentAt.getTime() + OTP_RESEND })
  }
  const ofPhone = eq(otps.phone, phone)
  const ofRecovery = and(ofPhone, eq(otps.purpose, 'recover'))
  const until =
    (await fullUntil(db, otps.sentAt, ofPhone, SENDS, at)) ??
    (purpose === 'recover' ? await fullUntil(db, otps.sentAt, ofRecovery, RECOVERIES, at) : null)
  if (until !== null) throw new ApiError('REQUEST_LIMIT', 429, { until })
  if (last) await db.update(otps).set({ isCurrent: false }).where(eq(otps.token, last.token))
  const otpToken = randomWord(32)
  const code = String(randomBelow(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0')
  const otpRef = Array.from({ length: 4 }, () => LETTERS[randomBelow(LETTERS.length)]).join('')
  const token = hashOf(otpToken)
  const row = { token, phone, purpose, code: hashOfCode(code, otpToken).toString('base64'), sentAt: new Date(at) }
  // If the first two requests for a phone are concurrent, the second one waits here and then finds a current code.
  const sent = await db.insert(otps).values(row).onConflictDoNothing().returning({ token: otps.token })
  if (sent.length === 0) throw new ApiError('REQUEST_LIMIT_1MIN', 429, { until: at + OTP_RESEND })
  const text = OTP_TEXT[purpose][language]({
    ...{ title: settings.title, url: settings.siteUrl },
    ...{ code, ref: otpRef, minutes: VALID / MINUTE },
  })
  return sms.order({ token, last: last?.token ?? null }, [{ call: 'sendSms', input: { phone, text } }], {
    isSecret: true,
    reply: { otpRef, otpToken },
  })
}

/**
 * Checks a typed code against the one sent with `token` for `purpose`, and returns the phone. Blocks the phone after
 * five wrong codes. Throws OTP_TOKEN_INVALID, OTP_VERIFIED, OTP_NOT_EXIST, OTP_BLOCK, OTP_EXPIRED or OTP_CODE_INVALID.
 * Source: R325.
 */
export async function checkCode({ db, now }: HandlerContext, token: string, typed: string, purpose: OtpPurpose) {
  const at = now()
  const [otp] = await db
    .select()
    .from(otps)
    .where(and(eq(otps.token, hashOf(token)), eq(otps.purpose, purpose)))
    .for('update')
  if (!otp?.isCurrent) throw new ApiError('OTP_TOKEN_INVALID')
  if (isVerified(otp, at)) throw new ApiError('OTP_VERIFIED', 409)
  if (otp.verifiedAt || otp.isUsed) throw new ApiError('OTP_NOT_EXIST', 404)
  expectNotBlocked(otp, at)
  if (!isYounger(otp.sentAt, VALID, at)) throw new ApiError('OTP_EXPIRED')
  const isRight = timingSafeEqual(hashOfCode(plainDigits(typed), token), Buffer.from(otp.code, 'base64'))
  const tries = otp.tries + 1
  const isLast = !isRight && tries >= TRIES
  const change = isRight ? { verifiedAt: new Date(at) } : { tries, blockedAt: isLast ? new Date(at) : null }
  await db.update(otps).set(change).where(eq(otps.token, otp.token))
  if (isRight) return otp.phone
  throw isLast
    ? new ApiError('OTP_BLOCK', 429, { commits: true, until: at + BLOCKED })
    : new ApiError('OTP_CODE_INVALID', 400, { commits: true })
}

/** True if the caller has verified the phone in the last 15 minutes and has not used that verification yet. */
export async function hasVerification(context: HandlerContext, phone: string, purpose: OtpPurpose): Promise<boolean> {
  const { db, otpToken } = context
  const [otp] = otpToken === null ? [] : await codeOf(db, otpToken, phone, purpose)
  return otp !== undefined && isVerified(otp, context.now())
}

/**
 * True if the caller has ever verified the phone for a registration, even if the verification has expired or was used.
 */
export async function hasProved({ db, otpToken }: HandlerContext, phone: string): Promise<boolean> {
  const [otp] = otpToken === null ? [] : await codeOf(db, otpToken, phone, 'register')
  return otp?.verifiedAt != null
}

/** Uses up the caller's verification of a phone. Returns false if the caller has not verified the phone. */
export async function takeVerification(context: HandlerContext, phone: string, purpose: OtpPurpose): Promise<boolean> {
  const { db, otpToken } = context
  const [otp] = otpToken === null ? [] : await codeOf(db, otpToken, phone, purpose).for('update')
  if (!otp || !isVerified(otp, context.now())) return false
  await db.update(otps).set({ isUsed: true }).where(eq(otps.token, otp.token))
  return true
}

/** Invalidates all of a phone's password reset codes, verified or not. They still count towards the limits. */
export async function endCodes({ db }: HandlerContext, phone: string) {
  await db
    .update(otps)
    .set({ isUsed: true })
    .where(and(eq(otps.phone, phone), eq(otps.purpose, 'recover')))
}
