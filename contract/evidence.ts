import { minus, type Satang } from './money.ts'
import { type StatementItem, toneOf } from './statement.ts'

/**
 * The member's money at one moment, in satang, and the number of statement rows. `games`: null if one of them could not
 * be read; `rows`: null if the backend did not send it.
 */
export type Position = { main: Satang; games: Satang | null; rows: number | null }
/**
 * The flow's own data: money left to collect, in satang; whether a bonus is active, with its name if the backend sends
 * it; the number of coupons; whether the game account is open; the name of the member's bank account.
 */
export type Own =
  | { of: 'refund' | 'invite'; amount: Satang }
  | { of: 'bonus'; isActive: boolean; name: string | null }
  | { of: 'coupons'; count: number }
  | { of: 'game'; isActive: boolean }
  | { of: 'account'; bankAccountName: string }
/** A position with the newest page of the statement, newest row first. An unreadable row is null. */
export type Reading = Position & { newest: readonly (StatementItem | null)[]; own?: Own | null; effect?: Effect | null }
/**
 * The change's effect if it was made: how much it changes the main wallet and the games, in satang, and the type of its
 * row.
 */
export type Effect = { main: Satang; games: Satang; statementType: string }
/** The conclusion from the evidence: the change was made, it has not arrived, or neither is certain. */
export type Conclusion = 'done' | 'missing' | 'unclear'

/**
 * The evidence about an unanswered change. `change`: how much the main wallet and the games have changed since before
 * it, in satang, null if unknown. `rows`: the statement rows added since then, newest first, at most a page; if their
 * number is unknown, the newest page. `own`: the flow's own data, null if it has none. `conclusion`: the outcome that
 * the evidence suggests.
 */
export type Evidence = {
  main: Satang
  change: { main: Satang; games: Satang | null } | null
  rows: readonly (StatementItem | null)[]
  own: Own | null
  conclusion: Conclusion
}

const difference = (now: Satang | null, before: Satang | null): Satang | null =>
  now === null || before === null ? null : minus(now, before)

/**
 * Returns 'done' if exactly the expected effect is found, 'missing' if nothing has changed, otherwise 'unclear'. If the
 * games are unknown, the main wallet and the statement decide.
 */
function conclusionOf({ change, rows }: Pick<Evidence, 'change' | 'rows'>, effect: Effect | null): Conclusion {
  if (!change || !effect) return 'unclear'
  const [row] = rows
  if (!row) return rows.length === 0 && change.main === 0 && !change.games ? 'missing' : 'unclear'
  const isMoved = change.main === effect.main && (change.games ?? effect.games) === effect.games
  const isBooked = row.statementType === effect.statementType && row.amount === Math.abs(effect.main)
  return rows.length === 1 && isMoved && isBooked && toneOf(row.status) !== 'bad' ? 'done' : 'unclear'
}

/**
 * Returns what changed since the position before the change. If the number of rows is unknown before or after it, returns
 * the newest rows and draws no conclusion.
 */
export function evidenceOf(before: Position | null, now: Reading): Evidence {
  const change = before && { main: minus(now.main, before.main), games: difference(now.games, before.games) }
  const count = before?.rows == null || now.rows === null ? null : now.rows - before.rows
  const rows = count === null ? now.newest : now.newest.slice(0, Math.max(0, count))
  const conclusion = count === null ? 'unclear' : conclusionOf({ change, rows }, now.effect ?? null)
  return { main: now.main, change, rows, own: now.own ?? null, conclusion }
}
