import { DAY } from '#contract/limits.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import type { Law } from './search.ts'

/** A member's request for a deposit limit in satang; null requests that there is no limit. */
export type LimitRequest = { period: LimitPeriod; amount: number | null; isConfirmed: boolean }
/**
 * One change that the server has made for a member: it ran a request for a limit, or credited a deposit of `credit`
 * satang. `at`: the time on the clock of that server, epoch ms.
 */
type Event = { at: number } & ({ request: LimitRequest } | { credit: number })
/** Events in the order in which they were committed. The clocks of two servers differ, so times may go back. */
export type LimitHistory = readonly Event[]

/** A member's limits in satang; null means that there is no limit. */
type Limits = Readonly<Record<LimitPeriod, number | null>>
/** The limit of one period, and the higher limit that was requested at `at`. */
type State = { amount: number | null; wish: { amount: number | null; at: number } | null }

/** A higher limit can be confirmed from this age of its request, in ms, and before the second one. */
const [CONFIRMED_FROM, CONFIRMED_BEFORE] = [DAY, 8 * DAY]

/** The state of a period after a request at `at`. */
function requested({ amount: limit, wish }: State, { amount, isConfirmed }: LimitRequest, at: number): State {
  if (limit === null || (amount !== null && amount <= limit)) return { amount, wish: null }
  const isRepeated = wish?.amount === amount && at < wish.at + CONFIRMED_BEFORE
  if (!isRepeated) return { amount: limit, wish: { amount, at } }
  return isConfirmed && at >= wish.at + CONFIRMED_FROM ? { amount, wish: null } : { amount: limit, wish }
}

/** The limits in force after each event: a lower one at once, a higher one once it is confirmed. */
export function limitsInForce(history: LimitHistory): Limits[] {
  const none: State = { amount: null, wish: null }
  let states: Record<LimitPeriod, State> = { day: none, week: none, month: none }
  return history.map((event) => {
    if ('request' in event) {
      const { request, at } = event
      states = { ...states, [request.period]: requested(states[request.period], request, at) }
    }
    return { day: states.day.amount, week: states.week.amount, month: states.month.amount }
  })
}

type Credit = { at: number; credit: number }

/**
 * The maximum of what `credits` contain in any period of `days` that includes the last one. A period is counted back
 * from its end, and excludes the moment at which it begins.
 */
function mostAround(credits: readonly Credit[], days: number): number {
  const [at = 0, length] = [credits.at(-1)?.at, days * DAY]
  // the sum grows only when a deposit is credited
  const ends = credits.map((each) => each.at).filter((end) => end >= at && end < at + length)
  const sums = ends.map((end) =>
    credits.reduce((sum, each) => (each.at > end - length && each.at <= end ? sum + each.credit : sum), 0),
  )
  return Math.max(0, ...sums)
}

/** True if the last of `credits` exceeds none of the limits that were in force when it was credited. */
const isWithin = (credits: readonly Credit[], limits: Limits) =>
  LIMIT_PERIODS.every(
    (period) => mostAround(credits, LIMIT_DAYS[period]) <= (limits[period] ?? Number.POSITIVE_INFINITY),
  )

/** The law of deposit limits. A limit that is lowered below what is already credited does not break it. */
export const WITHIN_LIMITS: Law<LimitHistory> = {
  name: 'within the limits',
  sentence:
    'No order ever credits more than the limit: no 24 hours, 7 days or 30 days contain more than the limit that was in force at their last credit, and a higher limit is in force only once it is confirmed 24 hours to 8 days after its request.',
  cites: 'R586, R587',
  holds: (history) => {
    const limits = limitsInForce(history)
    const credits: Credit[] = []
    return history.every((event, at) => {
      if (!('credit' in event)) return true
      credits.push(event)
      return isWithin(credits, limits[at] as Limits)
    })
  },
}
