import { and, asc, eq } from 'drizzle-orm'
import { toBaht } from '#contract/money.ts'
import { phoneOf } from '#contract/register.ts'
import { type Db, retried } from '#server/core/db.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { audited, type By } from './audit-log.ts'
import { endHeld } from './deposit-limit.ts'
import { removeOtherDevices } from './device.ts'
import { setHold } from './hold.ts'
import { lockMembers } from './ledger.ts'
import { endOtherSessions } from './session.ts'

const BY: By = { actor: 'operator', cause: 'npm run member' }

const USAGE = `Usage:
  npm run member -- suspend PHONE 1|2|3|4
  npm run member -- release PHONE
  npm run member -- end-sessions PHONE
  npm run member -- end-sessions all
  npm run member -- return-held PHONE`

type Run = (db: Db, now: number) => Promise<string>

/**
 * Parses an operator's command and returns a function that runs it. That function returns a report, or throws if no
 * member has the phone number. Throws the usage text if the command is invalid.
 */
export function memberCommand([name, who = '', reason, ...more]: readonly string[]): Run {
  const isWhole = who !== '' && more.length === 0
  if (isWhole && name === 'suspend' && reason && /^[1-4]$/.test(reason))
    return (db, now) => hold(db, who, Number(reason), now)
  if (isWhole && name === 'release' && reason === undefined) return (db, now) => hold(db, who, null, now)
  if (isWhole && name === 'end-sessions' && reason === undefined)
    return (db, now) => (who === 'all' ? endAll(db, now) : endOf(db, who, now))
  if (isWhole && name === 'return-held' && reason === undefined) return (db, now) => returnHeld(db, who, now)
  throw new Error(USAGE)
}

async function memberWith(db: Db, typed: string): Promise<{ id: string; username: string }> {
  const username = phoneOf(typed)
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, username))
  if (!member) throw new Error(`No member has the phone number ${typed}`)
  return { ...member, username }
}

async function hold(db: Db, phone: string, reason: number | null, now: number): Promise<string> {
  const { username } = await memberWith(db, phone)
  await retried(() => db.transaction((tx) => setHold(tx, username, reason, BY, new Date(now))))
  return reason === null
    ? `The account of ${username} is not suspended`
    : `The account of ${username} is suspended for reason ${reason}. Its chat sockets close within 30 s.`
}

/** Ends all sessions of a member and forgets the member's devices. Returns the number of sessions ended. */
const endSessions = (db: Db, memberId: string, now: number): Promise<number> =>
  retried(() =>
    db.transaction(async (tx) => {
      // Waits for a login in progress, so that its session is ended too.
      await lockMembers(tx, [memberId])
      await removeOtherDevices(tx, memberId, '')
      const { length } = await endOtherSessions(tx, memberId, '', now)
      if (length > 0) await audited(tx, { ...BY, memberId, kind: 'sessions ended' }, new Date(now))
      return length
    }),
  )

const ended = (count: number) => `Sessions ended: ${count}. Their chat sockets close within 30 s.`

async function endOf(db: Db, phone: string, now: number): Promise<string> {
  return ended(await endSessions(db, (await memberWith(db, phone)).id, now))
}

async function endAll(db: Db, now: number): Promise<string> {
  let count = 0
  for (const { id } of await db.select({ id: members.id }).from(members)) count += await endSessions(db, id, now)
  return ended(count)
}

/**
 * Removes a member's held deposits from the books. Returns a list of the amounts that the operator must pay back.
 * Source: R588.
 */
async function returnHeld(db: Db, phone: string, now: number): Promise<string> {
  const { id: memberId } = await memberWith(db, phone)
  const waiting = await db
    .select({ id: heldDeposits.id, amount: statements.amount, from: statements.from })
    .from(heldDeposits)
    .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
    .where(and(eq(heldDeposits.memberId, memberId), eq(heldDeposits.status, 'PENDING')))
    .orderBy(asc(heldDeposits.no))
  const returned: string[] = []
  for (const { id, amount, from } of waiting)
    if (await retried(() => db.transaction((tx) => endHeld(tx, id, 'outside', new Date(now)))))
      returned.push(`${toBaht(amount).toFixed(2)} from ${from}`)
  if (returned.length === 0) return 'No deposit waits above a limit'
  return [`Deposits returned: ${returned.length}. Pay them back:`, ...returned].join('\n')
}
