import { and, eq } from 'drizzle-orm'
import { minus, type Satang, satang } from '#contract/money.ts'
import type { withdrawCalls } from '#contract/withdraw.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { newId } from '#server/core/schema/columns.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, statements } from '#server/core/schema/money.ts'
import { userBonuses } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { BREAK, type Break, giveUp, isExcluded, takenBack } from '#server/domain/care.ts'
import { accountOf, findAccount, lockAccounts } from '#server/domain/ledger.ts'
import { isUnderWay } from '#server/domain/operation.ts'
import { DAY_LEFT, GIVES_UP } from '#server/domain/operator.ts'
import { credit } from '#server/domain/payment.ts'
import { activeBonusOf, clearOf, end, type Held } from '#server/domain/turnover.ts'
import {
  dayEnd,
  dayOver,
  expectNoWait,
  mostToday,
  type Payee,
  reserve,
  TODAY,
  waitAfter,
  withdrawnToday,
} from '#server/domain/withdrawal.ts'
import type { Handlers } from './handler.ts'

/**
 * Returns the member's payout account and break from play. Throws NO_BANK if there is no payout account, and the same
 * error as {@link expectNoWait}.
 */
async function memberOf(context: HandlerContext): Promise<{ payee: Payee } & Break> {
  const { bankCode, bankAccountName, bankAccountNo, payoutsWaitSince } = members
  const [found] = await context.db
    .select({ payee: { bankCode, bankAccountName, bankAccountNo }, payoutsWaitSince, ...BREAK })
    .from(members)
    .where(eq(members.id, context.owner))
  if (!found?.payee.bankCode || !found.payee.bankAccountNo) throw new ApiError('NO_BANK', 404)
  expectNoWait(found.payoutsWaitSince, context)
  return found
}

/**
 * Ends the active bonus when the member withdraws. The member must withdraw at least `most`, which is the whole
 * balance, or the maximum if the balance is higher. Throws BONUS_CONDITION if the amount is smaller, and
 * BONUS_REMAINING if the turnover is not reached. Source: R25, D-16, D-20.
 */
async function finish(db: Db, held: Held, amount: Satang, most: Satang): Promise<void> {
  if (amount < most) throw new ApiError('BONUS_CONDITION')
  if (held.remaining > 0) throw new ApiError('BONUS_REMAINING', 409)
  await end(db, held)
}

/**
 * Reserves `amount` for the bank. Throws INVALID_USER_INFO if the amount is outside the limits (assumed, because this
 * is the catalogue's code for invalid input). Also throws NO_WALLET, MONEY_NOT_ENOUGH, WITHDRAW_DAY, BONUS_CONDITION
 * while a bonus is being ended, and the same errors as {@link memberOf} and {@link finish}. A self-excluded member
 * gives up a bonus whose turnover is not reached. Source: R25, R267–R268, R578, R582, D-20.
 */
async function withdraw(context: HandlerContext, amount: Satang): Promise<object> {
  const { db, owner, now, settings } = context
  if (amount < settings.withdrawMin || amount > settings.withdrawMax) throw new ApiError('INVALID_USER_INFO')
  const member = await memberOf(context)
  const wallet = await findAccount(db, { kind: 'wallet', memberId: owner })
  if (wallet === null) throw new ApiError('NO_WALLET', 404)
  const pending = await accountOf(db, { kind: 'pending', memberId: owner })
  const balance = (await lockAccounts(db, [wallet, pending])).get(wallet) ?? satang(0)
  const held = await activeBonusOf(db, owner)
  const back = held && isExcluded(member, now()) ? takenBack(held, balance) : satang(0)
  if (amount > minus(balance, back)) throw new ApiError('MONEY_NOT_ENOUGH')
  const [today] = await db.select(TODAY).from(statements).where(withdrawnToday(owner, now()))
  const most = mostToday(today ?? { sum: satang(0), times: 0 }, settings)
  if (amount > most) throw dayOver(context)
  if (held && (await isUnderWay(db, clearOf(owner)))) throw new ApiError('BONUS_CONDITION')
  if (held && back > 0) await giveUp(context, held, wallet, back)
  else if (held) await finish(db, held, amount, satang(Math.min(balance, most)))
  const { payee } = member
  await reserve(db, { memberId: owner, wallet, pending, payee, amount, at: new Date(now()), by: callerOf(context) })
  return {}
}

/** Returns the caller's limits, and the reason if they are lower than usual or if the caller cannot withdraw now. */
async function limitsOf(context: HandlerContext) {
  const { db, owner, now, settings, language } = context
  const { withdrawMin, withdrawMax, withdrawMinutes: minutes } = settings
  const [member] = await db
    .select({ since: members.payoutsWaitSince, ...BREAK, balance: accounts.balance, held: userBonuses, ...TODAY })
    .from(members)
    .leftJoin(statements, withdrawnToday(owner, now()))
    .leftJoin(accounts, and(eq(accounts.memberId, members.id), eq(accounts.kind, 'wallet')))
    .leftJoin(userBonuses, and(eq(userBonuses.memberId, members.id), eq(userBonuses.isActive, true)))
    .where(eq(members.id, owner))
    .groupBy(members.id, accounts.id, userBonuses.id)
  if (!member) throw new Error('a signed-in member is gone')
  const most = mostToday(member, settings)
  const wait = waitAfter(member.since, context) ?? (most < withdrawMin ? dayOver(context) : null)
  if (wait) return { withdrawMin, withdrawMax, wait: wait.message }
  const balance = member.balance ?? satang(0)
  const back = member.held && isExcluded(member, now()) ? takenBack(member.held, balance) : satang(0)
  const rest = minus(balance, back)
  return {
    withdrawMin,
    withdrawMax: back > 0 && rest >= withdrawMin ? satang(Math.min(most, rest)) : most,
    ...(minutes && { minutes }),
    ...(most < withdrawMax && { note: DAY_LEFT[language](dayEnd(now())) }),
    ...(back > 0 && { givesUp: GIVES_UP[language] }),
  }
}

/** Withdrawing to the member's bank account. Source: R113–R114, R168, R311, R331, R334–R335, D-19, D-20. */
export const withdrawHandlers: Pick<Handlers, keyof typeof withdrawCalls> = {
  'lookup.withdraw': (_, context) => limitsOf(context),
  'wallet.withdrawAll': ({ amount }, context) => withdraw(context, amount),
  'wallet.withdraw': ({ amount }, context) => withdraw(context, amount),
  'wallet.add': async ({ amount }, context) => {
    const { db, owner, now, world } = context
    if (!world.isSandbox) throw new ApiError('KEY_INVALID', 403)
    await credit(
      db,
      { memberId: owner, by: callerOf(context), from: 'SANDBOX', reference: newId(), amount },
      new Date(now()),
    )
    return {}
  },
}
