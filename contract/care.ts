import * as v from 'valibot'
import { change, read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Baht, minus, type Satang } from './money.ts'
import { secret, text } from './text.ts'

/** The lengths of a break from play, in days. A month counts as 30 days, and half a year as 184. */
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
/** All lengths of a break, shortest first. */
export const BREAK_LENGTHS = Object.keys(BREAK_DAYS) as BreakLength[]

/**
 * True if a break of this length is a self-exclusion. Starting one requires the password or a passkey. While it lasts,
 * an active bonus does not lock the member's money. Source: R578, R583.
 */
export const excludes = (length: BreakLength): boolean => BREAK_DAYS[length] >= BREAK_DAYS.halfYear

/**
 * The periods of {@link Care}: since midnight in Bangkok, the last 7 days, the last 30 days, and since registration.
 */
export const CARE_PERIODS = ['day', 'week', 'month', 'all'] as const
export type CarePeriod = (typeof CARE_PERIODS)[number]

/** A member's total deposits, withdrawals, winnings and losses, in satang. */
export const Position = v.object({ deposited: Baht, withdrawn: Baht, won: Baht, lost: Baht })
export type Position = v.InferOutput<typeof Position>

/** Returns the result of play in satang: winnings minus losses. Source: R579. */
export const resultOf = ({ won, lost }: Position): Satang => minus(won, lost)

/**
 * Returns the net deposits in satang: deposits minus withdrawals, which is below 0 if more was withdrawn. Source: R579.
 */
export const netDepositsOf = ({ deposited, withdrawn }: Position): Satang => minus(deposited, withdrawn)

/** A member's stakes, winnings and losses in one game, in satang. Source: R640. */
const Played = v.object({ staked: Baht, won: Baht, lost: Baht })
/** A game that the member has played, with the totals for each period. */
const GamePlays = v.object({
  code: v.string(),
  name: v.string(),
  plays: v.object({ day: Played, week: Played, month: Played, all: Played }),
})
export type GamePlays = v.InferOutput<typeof GamePlays>

/** Returns the games that the member played in a period. Source: R640. */
export const playedIn = (games: readonly GamePlays[], period: CarePeriod): GamePlays[] =>
  games.filter(({ plays }) => plays[period].staked > 0)

const Lengths = v.pipe(
  v.array(v.unknown()),
  v.transform((all) => BREAK_LENGTHS.filter((length) => all.includes(length))),
)

/** A summary of the member's play. Source: R574, R579, R640. */
export const Care = v.object({
  /** The end of the current break from play (ISO 8601), or null if there is no break. */
  breakUntil: v.nullable(secret(v.string())),
  /** The break lengths that the member can choose now. */
  lengths: Lengths,
  /** The totals for each period. */
  positions: v.object({ day: Position, week: Position, month: Position, all: Position }),
  /**
   * The games that the member has ever played, in the order in which the site shows them. A backend may lack this field
   * (assumed).
   */
  games: additive(v.array(GamePlays)),
})
export type Care = v.InferOutput<typeof Care>

/**
 * Calls that summarise the member's play and start breaks from play. They are not in the spec, so a backend may lack
 * them (assumed). Source: D-63.
 */
export const careCalls = {
  'care.read': read('GET /api/care', none, Care, { needs: 'care' }),
  /**
   * Starts a break immediately, or extends the current one. Refused with PLAY_BREAK if that would extend it by less
   * than a day. A self-exclusion requires the member's current `password` or a passkey, and is otherwise refused with
   * WRONG_PASSWORD.
   */
  'care.break': change(
    'POST /api/care/break',
    v.strictObject({ length: v.picklist(BREAK_LENGTHS), password: v.optional(secret(text(256))) }),
    Care,
    { needs: 'care', repeatable: true },
  ),
}
