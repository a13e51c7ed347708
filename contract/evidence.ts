import type { Satang } from './money.ts'
import type { StatementItem } from './statement.ts'

/** The member's money at one moment, in satang, and how many rows the statement has. */
export type Position = { main: Satang; games: Satang; rows: number }
/** The reading of the flow itself: money that is left to collect, in satang; the bonus in effect; how many coupons there are. */
export type Own =
  | { of: 'refund' | 'invite'; amount: Satang }
  | { of: 'bonus'; name: string | null }
  | { of: 'coupons'; count: number }
/** A position and the newest page of the statement, newest first; null for a row that cannot be read. */
export type Reading = Position & { newest: readonly (StatementItem | null)[]; own?: Own | null }

/**
 * What can be seen of a change without an answer: how far the main wallet and the games differ from before it, in satang,
 * null if that is unknown; and the statement's rows since then, newest first, at most a page; and what the flow reads itself, null if it reads nothing else.
 */
export type Evidence = {
  main: Satang
  change: { main: Satang; games: Satang } | null
  rows: readonly (StatementItem | null)[]
  own: Own | null
}

/** Compares a reading with the position before the change; without one the newest rows are shown. */
export function evidenceOf(before: Position | null, now: Reading): Evidence {
  return {
    main: now.main,
    change: before && { main: now.main - before.main, games: now.games - before.games },
    rows: before ? now.newest.slice(0, Math.max(0, now.rows - before.rows)) : now.newest,
    own: now.own ?? null,
  }
}
