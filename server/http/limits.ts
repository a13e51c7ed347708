import type { Context } from 'hono'
import * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { BREAK_LENGTHS, excludes } from '#contract/care.ts'
import { DAY } from '#contract/limits.ts'
import { phoneOf } from '#contract/register.ts'
import { ApiError, refusalOf } from '#server/core/api-error.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { createTurns } from '#server/core/turns.ts'
import { countAttempt, usedUpUntil } from '#server/domain/attempts.ts'
import { isKnownDevice } from '#server/domain/device.ts'
import { isGuest } from '#server/domain/guest.ts'
import { hashOf } from '#server/domain/session.ts'
import type { Allowance } from '#server/domain/within.ts'
import { addressOf, networkOf, senderOf, sessionOf } from './caller.ts'
import { deviceIn } from './device.ts'

export const MINUTE = 60_000
const WINDOW = 15 * MINUTE

/** The period to which the maximum number of messages per sender applies, in ms. */
export const MESSAGE_TIME = 10_000

const Named = v.object({ username: v.pipe(v.string(), v.maxLength(64), v.transform(phoneOf)) })

async function accountOf(c: Context): Promise<string> {
  const named = v.safeParse(Named, await c.req.json().catch(() => null))
  return named.success ? named.output.username : ''
}

const Exclusion = v.object({ length: v.pipe(v.picklist(BREAK_LENGTHS), v.check(excludes)) })

/** True if the call starts a self-exclusion, which is the only break from play that requires the password. */
const isExclusion = async (c: Context): Promise<boolean> => v.is(Exclusion, await c.req.json().catch(() => null))

/** A call that is about to be run. */
type Asked = { c: Context; db: Db; base: Base; name: CallName; owner: string }

/** One limit of a call. */
type Limit = Allowance & {
  name: string
  /**
   * Returns the string under which an attempt is counted, or null if the limit does not apply. Attempts with the same
   * string are counted together.
   */
  whose: (asked: Asked) => string | null | Promise<string | null>
  /**
   * If 'all', every attempt is counted before it runs. Otherwise, an attempt is counted afterwards if this function
   * returns true for its outcome, which is a reply or a refusal.
   */
  counts: 'all' | ((outcome: unknown) => boolean)
  /** If true, attempts that are counted together run one after the other. */
  isInTurn?: true
}

/** Thrown if a limit refuses a call before it runs. `until` is when the call may be made again, in epoch ms. */
export class LimitReached extends ApiError {
  constructor(until: number) {
    super('REQUEST_LIMIT', 429, { until })
  }
}

const network = ({ c, base }: Asked) => networkOf(addressOf(c, base.settings.trustProxy))
const owner = (asked: Asked) => asked.owner
const session = ({ c }: Asked) => sessionOf(c)
const isRefusal = (outcome: unknown) => outcome instanceof ApiError
const isRefused = (code: ApiError['code']) => (outcome: unknown) => outcome instanceof ApiError && outcome.code === code

/** True if a password or a passkey was refused. */
const isRefusedProof = (outcome: unknown) =>
  isRefused('WRONG_PASSWORD')(outcome) || isRefused('PASSKEY_REFUSED')(outcome)

/**
 * Returns the string under which a login is counted: the account, and also the device if it has logged in to the
 * account before. Returns null if the request contains no account.
 */
async function loginOf({ c, db }: Asked): Promise<string | null> {
  const [account, device] = [await accountOf(c), deviceIn(c)]
  if (account === '') return null
  return device !== '' && (await isKnownDevice(db, account, device)) ? `${account} ${device}` : account
}

/** Allows 1,000 failures per address, because many players on a mobile network share one address (assumed). */
const perAddress = { most: 1_000, within: WINDOW, whose: network }
const passwords: Limit[] = [
  { ...perAddress, name: 'password address', counts: isRefusedProof },
  { name: 'password', most: 10, within: WINDOW, whose: session, counts: isRefusedProof, isInTurn: true },
]
/** Shorter breaks need no password, so members can take them even after many wrong passwords. */
const exclusions = passwords.map(
  (limit): Limit => ({
    ...limit,
    whose: async (asked) => ((await isExclusion(asked.c)) ? limit.whose(asked) : null),
  }),
)
const registrations: Limit[] = [{ ...perAddress, name: 'registration', counts: isRefusal }]
const codes: Limit[] = [{ name: 'code', most: 300, within: WINDOW, whose: network, counts: 'all' }]
const wrongCodes: Limit[] = [{ ...perAddress, name: 'wrong code', counts: isRefusal }]
/** Allows fewer failures than the limit for registrations, because a guessed code gives access to an account. */
const recoveries: Limit[] = [{ name: 'recovery', most: 100, within: WINDOW, whose: network, counts: isRefusal }]
const promotions: Limit[] = [
  {
    ...{ name: 'promotion', most: 30, within: WINDOW, whose: owner, isInTurn: true },
    counts: (outcome) => outcome === null || isRefused('NO_PROMOTION')(outcome),
  },
]
/**
 * Limits the uploads of guests per address. The handler's limit per owner is not enough for guests, because anybody can
 * become a new guest at any time.
 */
const guestFiles = {
  whose: (asked: Asked) => (isGuest(asked.owner) ? network(asked) : null),
  counts: 'all' as const,
}
const files: Limit[] = [
  { ...guestFiles, name: 'files', most: 60, within: WINDOW },
  { ...guestFiles, name: 'files of a day', most: 300, within: DAY },
]

/**
 * The limits of each call, which are shared by all processes that use the same database. A call beyond a limit is
 * refused with REQUEST_LIMIT (429) (assumed).
 */
const LIMITS: Partial<Record<CallName, Limit[]>> = {
  'account.login': [
    { ...perAddress, name: 'login address', counts: isRefused('WRONG_CREDENTIAL') },
    { name: 'login', most: 10, within: WINDOW, whose: loginOf, counts: isRefused('WRONG_CREDENTIAL'), isInTurn: true },
  ],
  'account.passkey': [{ ...perAddress, name: 'passkey', counts: isRefusal }],
  'passkey.prepare': passwords,
  'passkey.remove': passwords,
  'account.password': passwords,
  'account.update': passwords,
  'account.rename': passwords,
  'session.end': passwords,
  'session.endOthers': passwords,
  'care.break': exclusions,
  'data.erase': passwords,
  'account.validate': registrations,
  'account.create': registrations,
  'otp.send': codes,
  'otp.verify': wrongCodes,
  'recover.send': codes,
  'recover.verify': recoveries,
  'recover.password': recoveries,
  'promotion.find': promotions,
  'promotion.activate': promotions,
  'wallet.truelink': [
    { name: 'gift', most: 30, within: WINDOW, whose: owner, counts: isRefused('TRUELINK_INVALID'), isInTurn: true },
  ],
  'qr.create': [{ name: 'qr', most: 200, within: 60 * MINUTE, whose: owner, counts: 'all' }],
  'chat.uploadImage': files,
  'chat.uploadVideo': files,
}
const chatLimit = (most: number): Limit => ({
  ...{ name: 'chat', most, within: MESSAGE_TIME, counts: 'all' },
  whose: ({ c }) => senderOf(c),
})

/**
 * Queues the attempts that are counted together. In this process, up to 200 of them wait for their turn, each for up to
 * 20 s (assumed).
 */
const inTurn = createTurns(200, 20_000)

/** Runs an attempt under a single limit. See {@link limited}. */
async function underLimit(limit: Limit, asked: Asked, attempt: () => Promise<unknown>): Promise<unknown> {
  const { db, base } = asked
  const whose = await limit.whose(asked)
  if (whose === null) return attempt()
  const key = hashOf(`${limit.name} ${whose}`)
  const { counts } = limit
  if (counts === 'all') {
    const until = await countAttempt(db, key, limit, base.now())
    if (until !== null) throw new LimitReached(until)
    return attempt()
  }
  const tried = async () => {
    const until = await usedUpUntil(db, key, limit, base.now())
    if (until !== null) throw new LimitReached(until)
    const outcome = await attempt().catch(refusalOf)
    if (counts(outcome)) await countAttempt(db, key, limit, base.now())
    if (outcome instanceof ApiError) throw outcome
    return outcome
  }
  return limit.isInTurn ? inTurn(key, tried) : tried()
}

/**
 * Runs a call and returns its reply. If one of the call's limits is reached, throws {@link LimitReached} and does not
 * run the call.
 */
export function limited(asked: Asked, run: () => Promise<unknown>): Promise<unknown> {
  const { name, base } = asked
  const limits = name === 'chat.send' ? [chatLimit(base.settings.chatMessages)] : (LIMITS[name] ?? [])
  return limits.reduceRight((attempt, limit) => () => underLimit(limit, asked, attempt), run)()
}
