import { minus, type Satang } from './money.ts'
import { type StatementItem, toneOf } from './statement.ts'

/**
 * The member's money at one moment, in satang, and the number of rows in the statement. `games` is null if one of the
 * games could not be read, and `rows` is null if the backend did not send the number.
 */
export type Position = { main: Satang; games: Satang | null; rows: number | null }
/**
 * The data specific to one flow, besides the member's money:
 * - `refund` and `invite`: the amount left to collect, in satang
 * - `bonus`: whether a bonus is active, and its name if the backend sends one
 * - `coupons`: the number of coupons
 * - `game`: whether the game account is open
 * - `account`: the name on the member's bank account
 */
export type Own =
  | { of: 'refund' | 'invite'; amount: Satang }
  | { of: 'bonus'; isActive: boolean; name: string | null }
  | { of: 'coupons'; count: number }
  | { of: 'game'; isActive: boolean }
  | { of: 'account'; bankAccountName: string }
/** A position, together with the newest page of the statement, newest row first. An unreadable row is null. */
export type Reading = Position & { newest: readonly (StatementItem | null)[]; own?: Own | null; effect?: Effect | null }
/**
 * The expected effect of a change: what it adds to the main wallet and to the games, in satang, and the type of its
 * statement row.
 */
export type Effect = { main: Satang; games: Satang; statementType: string }
/**
 * The conclusion from the evidence. `done`: the change was made. `missing`: nothing has changed. `unclear`: neither is
 * certain.
 */
export type Conclusion = 'done' | 'missing' | 'unclear'

/** The evidence about a change whose request got no response. */
export type Evidence = {
  main: Satang
  /**
   * The change in the main wallet and in the games since the reading taken before the call, in satang. Null if unknown.
   */
  change: { main: Satang; games: Satang | null } | null
  /**
   * The statement rows added after the reading taken before the change, newest first, at most one page. If the number
   * of added rows is unknown, this is the whole newest page.
   */
  rows: readonly (StatementItem | null)[]
  /** The data specific to the flow, or null if it has none. */
  own: Own | null
  /** The outcome that the evidence suggests. */
  conclusion: Conclusion
}

const difference = (now: Satang | null, before: Satang | null): Satang | null =>
  now === null || before === null ? null : minus(now, before)

/**
 * Returns 'done' if exactly the expected effect is found, 'missing' if nothing has changed, and 'unclear' otherwise. If
 * the balances of the games are unknown, the main wallet and the statement decide.
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
 * Returns the evidence of what has changed between `before` and `now`. If either number of statement rows is unknown,
 * the evidence contains the newest page of rows and the conclusion is 'unclear'.
 */
export function evidenceOf(before: Position | null, now: Reading): Evidence {
  const change = before && { main: minus(now.main, before.main), games: difference(now.games, before.games) }
  const count = before?.rows == null || now.rows === null ? null : now.rows - before.rows
  const rows = count === null ? now.newest : now.newest.slice(0, Math.max(0, count))
  const conclusion = count === null ? 'unclear' : conclusionOf({ change, rows }, now.effect ?? null)
  return { main: now.main, change, rows, own: now.own ?? null, conclusion }
}
