import { DAY } from '#contract/limits.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '#contract/play-limit.ts'
import { MINUTE } from '#contract/time-check.ts'
import type { Law } from './search.ts'

/** A member's request to set a limit, in satang or in minutes of play. Null requests the removal of the limit. */
export type LimitRequest = { kind: LimitKind; period: LimitPeriod; amount: number | null; isConfirmed: boolean }
/**
 * One change that the server made for a member:
 * - `request`: the server ran a request for a limit.
 * - `credit`: it credited a deposit of this many satang.
 * - `round`: it booked a round that won this many satang (below 0: lost).
 * - `into`: it moved this many satang from the main wallet into a game (0: moved money between games, or only opened or
 *   entered a game).
 * - `out`: it moved this many satang back to the main wallet.
 *
 * `at`: the time on that server's clock, epoch ms.
 */
type Event = { at: number } & (
  | { request: LimitRequest }
  | { credit: number }
  | { round: number }
  | { into: number }
  | { out: number }
)
/** Events in commit order. The clocks of two servers differ, so times may go backwards. */
export type LimitHistory = readonly Event[]

/** A member's limits of one kind. Null means no limit. */
type Limits = Readonly<Record<LimitPeriod, number | null>>
/** The limit of one period. `wish`: the higher limit that was requested at `at` and is not confirmed yet. */
type State = { amount: number | null; wish: { amount: number | null; at: number } | null }

/**
 * The age from which the request for a higher limit can be confirmed, and the age from which it no longer can, in ms.
 */
const [CONFIRMED_FROM, CONFIRMED_BEFORE] = [DAY, 8 * DAY]

/** The state of one period's limit after a request at `at`. */
function requested({ amount: limit, wish }: State, { amount, isConfirmed }: LimitRequest, at: number): State {
  if (limit === null || (amount !== null && amount <= limit)) return { amount, wish: null }
  const isRepeated = wish?.amount === amount && at < wish.at + CONFIRMED_BEFORE
  if (!isRepeated) return { amount: limit, wish: { amount, at } }
  return isConfirmed && at >= wish.at + CONFIRMED_FROM ? { amount, wish: null } : { amount: limit, wish }
}

/**
 * The limits of `kind` in force after each event. A lower limit applies immediately, a higher limit once it is
 * confirmed.
 */
export function limitsInForce(history: LimitHistory, kind: LimitKind): Limits[] {
  const none: State = { amount: null, wish: null }
  let states: Record<LimitPeriod, State> = { day: none, week: none, month: none }
  return history.map((event) => {
    if ('request' in event && event.request.kind === kind) {
      const { request, at } = event
      states = { ...states, [request.period]: requested(states[request.period], request, at) }
    }
    return { day: states.day.amount, week: states.week.amount, month: states.month.amount }
  })
}

type Credit = { at: number; credit: number }

/**
 * The highest sum of `credits` in any period of `days` that includes the last credit. A period includes its end but
 * excludes its start.
 */
function mostAround(credits: readonly Credit[], days: number): number {
  const [at = 0, length] = [credits.at(-1)?.at, days * DAY]
  // the sum can only peak at the time of a credit
  const ends = credits.map((each) => each.at).filter((end) => end >= at && end < at + length)
  const sums = ends.map((end) =>
    credits.reduce((sum, each) => (each.at > end - length && each.at <= end ? sum + each.credit : sum), 0),
  )
  return Math.max(0, ...sums)
}

/** True if the last of `credits` keeps within all limits that were in force when it was credited. */
const isWithin = (credits: readonly Credit[], limits: Limits) =>
  LIMIT_PERIODS.every(
    (period) => mostAround(credits, LIMIT_DAYS[period]) <= (limits[period] ?? Number.POSITIVE_INFINITY),
  )

/** The law of deposit limits. Lowering a limit below the sum that is already credited does not break the law. */
export const WITHIN_LIMITS: Law<LimitHistory> = {
  name: 'within the limits',
  sentence:
    'No order ever credits more than the limit: no 24 hours, 7 days or 30 days contain more than the limit that was in force at their last credit, and a higher limit is in force only once it is confirmed 24 hours to 8 days after its request.',
  cites: 'R586, R587',
  holds: (history) => {
    const limits = limitsInForce(history, 'deposit')
    const credits: Credit[] = []
    return history.every((event, at) => {
      if (!('credit' in event)) return true
      credits.push(event)
      return isWithin(credits, limits[at] as Limits)
    })
  },
}

type Round = { at: number; round: number }
const byTime = (rounds: readonly Round[]) => rounds.toSorted((one, other) => one.at - other.at)

/** The maximum play time of a round, in ms. A round adds the time since the previous round, up to this maximum. */
const ROUND_MOST = 5 * MINUTE

/** The total play time of `rounds` after `since`, in ms. */
function playedAfter(rounds: readonly Round[], since: number): number {
  let [end, played] = [Number.NEGATIVE_INFINITY, 0]
  for (const { at } of byTime(rounds)) {
    played += Math.max(0, at - Math.max(end, at - ROUND_MOST, since))
    end = at
  }
  return played
}

/**
 * The largest net loss over any run of rounds after `since` that ends with the last round, in satang. 0 if there is no
 * loss.
 */
function lostAfter(rounds: readonly Round[], since: number): number {
  let lost = 0
  for (const { at, round } of byTime(rounds)) if (at > since) lost = Math.max(0, lost) - round
  return Math.max(0, lost)
}

/**
 * `mayPlay`: whether any play time is left. `room`: the amount that may still be moved into games, in satang. It is
 * below 0 if the limit is exceeded.
 */
type Allowed = { mayPlay: boolean; room: number }

/** Returns what the play limits in force after `history` allow at `at`, epoch ms. */
export function allowedAt(history: LimitHistory, at: number): Allowed {
  const rounds = history.filter((event) => 'round' in event)
  const [times, losses] = [limitsInForce(history, 'time').at(-1), limitsInForce(history, 'loss').at(-1)]
  // a member may play if the time played is still below the limit one moment later
  const startOf = (period: LimitPeriod) => at - LIMIT_DAYS[period] * DAY
  const mayPlay = LIMIT_PERIODS.every((period) => {
    const limit = times?.[period] ?? null
    return limit === null || playedAfter(rounds, startOf(period) + 1) < limit * MINUTE
  })
  const inGames = history.reduce((sum, event) => {
    if ('into' in event) return sum + event.into
    if ('out' in event) return sum - event.out
    return 'round' in event ? sum + event.round : sum
  }, 0)
  const rooms = LIMIT_PERIODS.map((period) => {
    const limit = losses?.[period] ?? Number.POSITIVE_INFINITY
    return limit - lostAfter(rounds, startOf(period)) - inGames
  })
  return { mayPlay, room: Math.min(...rooms) }
}

/**
 * The law of the loss limits and the play time limits. It allows rounds in a game that is already open, and moving
 * money back to the main wallet.
 */
export const WITHIN_PLAY_LIMITS: Law<LimitHistory> = {
  name: 'within the limits of play',
  sentence:
    'No order ever plays beyond the limit: nothing goes into a game once 24 hours, 7 days or 30 days contain the time of the limit in force, or if their losses and the money in games would exceed that limit, and a higher limit is in force only once it is confirmed 24 hours to 8 days after its request.',
  cites: 'R607, R608, R637, R638',
  holds: (history) =>
    history.every((event, place) => {
      if (!('into' in event)) return true
      const { mayPlay, room } = allowedAt(history.slice(0, place), event.at)
      return mayPlay && event.into <= room
    }),
}
