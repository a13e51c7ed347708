import * as v from 'valibot'
import { change, read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Baht, minus, type Satang } from './money.ts'
import { secret, text } from './text.ts'

/** The lengths of a break from play, in days: a month counts as 30 days, half a year as 184. */
export const BREAK_DAYS = {
  day: 1,
  week: 7,
  month: 30,
  sixWeeks: 42,
  halfYear: 184,
  year: 366,
  fiveYears: 1827,
} as const
export type BreakLength = keyof typeof BREAK_DAYS
/** All lengths, shortest first. */
export const BREAK_LENGTHS = Object.keys(BREAK_DAYS) as BreakLength[]

/**
 * True if a break of this length is a self-exclusion. Starting one requires the password or a passkey. While it lasts,
 * an active bonus does not lock the member's money. Source: R578, R583.
 */
export const excludes = (length: BreakLength): boolean => BREAK_DAYS[length] >= BREAK_DAYS.halfYear

/** The periods of {@link Care}: since midnight in Bangkok, the last 7 and 30 days, and since registration. */
export const CARE_PERIODS = ['day', 'week', 'month', 'all'] as const
export type CarePeriod = (typeof CARE_PERIODS)[number]

/** A member's total deposits, withdrawals, winnings and losses, in satang. */
export const Position = v.object({ deposited: Baht, withdrawn: Baht, won: Baht, lost: Baht })
export type Position = v.InferOutput<typeof Position>

/** The result of play: winnings minus losses, in satang. Source: R579. */
export const resultOf = ({ won, lost }: Position): Satang => minus(won, lost)

/** The net deposits: deposits minus withdrawals, in satang; below 0 if more was withdrawn. Source: R579. */
export const netDepositsOf = ({ deposited, withdrawn }: Position): Satang => minus(deposited, withdrawn)

/** A member's stakes, winnings and losses in one game, in satang. Source: R640. */
const Played = v.object({ staked: Baht, won: Baht, lost: Baht })
/** A game that a member has played, by its name, with the sums of each period. */
const GamePlays = v.object({
  code: v.string(),
  name: v.string(),
  plays: v.object({ day: Played, week: Played, month: Played, all: Played }),
})
export type GamePlays = v.InferOutput<typeof GamePlays>

/** The games that were played in a period. Source: R640. */
export const playedIn = (games: readonly GamePlays[], period: CarePeriod): GamePlays[] =>
  games.filter(({ plays }) => plays[period].staked > 0)

const Lengths = v.pipe(
  v.array(v.unknown()),
  v.transform((all) => BREAK_LENGTHS.filter((length) => all.includes(length))),
)

/**
 * The member's play: the end of the current break (ISO 8601), or null; the break lengths available now; the position for
 * each period. `games`, which a backend may lack (assumed): the games that the member has ever played, in the order of
 * the site. Source: R574, R579, R640.
 */
export const Care = v.object({
  breakUntil: v.nullable(secret(v.string())),
  lengths: Lengths,
  positions: v.object({ day: Position, week: Position, month: Position, all: Position }),
  games: additive(v.array(GamePlays)),
})
export type Care = v.InferOutput<typeof Care>

/**
 * A summary of a member's play, and breaks from play. Not in the spec: a backend may lack these calls (assumed).
 * Source: D-63.
 */
export const careCalls = {
  'care.read': read('GET /api/care', none, Care, { needs: 'care' }),
  /**
   * Starts a break immediately, or extends the current one by at least a day. Refused with PLAY_BREAK if it would do
   * neither, and with WRONG_PASSWORD for a self-exclusion without the member's current `password` or a passkey.
   */
  'care.break': change(
    'POST /api/care/break',
    v.strictObject({ length: v.picklist(BREAK_LENGTHS), password: v.optional(secret(text(256))) }),
    Care,
    { needs: 'care', repeatable: true },
  ),
}
