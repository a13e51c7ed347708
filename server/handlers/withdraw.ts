import { eq } from 'drizzle-orm'
import { type Satang, satang } from '#contract/money.ts'
import type { withdrawCalls } from '#contract/withdraw.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { newId } from '#server/core/schema/columns.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { accountOf, findAccount, lockAccounts } from '#server/domain/ledger.ts'
import { isUnderWay } from '#server/domain/operation.ts'
import { credit } from '#server/domain/payment.ts'
import { activeBonusOf, clearOf, end } from '#server/domain/turnover.ts'
import {
  DAY_SUMS,
  expectNoWait,
  leftToday,
  type Payee,
  reserve,
  waitAfter,
  withdrawnToday,
} from '#server/domain/withdrawal.ts'
import type { Handlers } from './handler.ts'

/** Refuses with NO_BANK, and as {@link expectNoWait}. */
async function payeeOf(context: HandlerContext): Promise<Payee> {
  const { bankCode, bankAccountName, bankAccountNo, payoutsWaitSince } = members
  const [found] = await context.db
    .select({ payee: { bankCode, bankAccountName, bankAccountNo }, payoutsWaitSince })
    .from(members)
    .where(eq(members.id, context.owner))
  if (!found?.payee.bankCode || !found.payee.bankAccountNo) throw new ApiError('NO_BANK', 404)
  expectNoWait(found.payoutsWaitSince, context)
  return found.payee
}

/**
 * Ends the active bonus, if there is one, when `most` is withdrawn: the whole balance, or the maximum if the balance is higher.
 * Refuses with BONUS_CONDITION if the amount is smaller or the bonus is already being ended, and with BONUS_REMAINING if
 * its turnover is not reached. Source: R25, D-16, D-20.
 */
async function finishBonus({ db, owner }: HandlerContext, amount: Satang, most: Satang): Promise<void> {
  const held = await activeBonusOf(db, owner)
  if (!held) return
  const isEnding = await isUnderWay(db, clearOf(owner))
  if (isEnding || amount < most) throw new ApiError('BONUS_CONDITION')
  if (held.remaining > 0) throw new ApiError('BONUS_REMAINING', 409)
  await end(db, held)
}

/**
 * Reserves `amount` for the bank. Refuses with INVALID_USER_INFO outside the limits (assumed: the catalogue's code
 * for invalid input), NO_WALLET, MONEY_NOT_ENOUGH, WITHDRAW_DAY, and as {@link payeeOf} and {@link finishBonus}. Source: R25,
 * R267–R268, R582, D-20.
 */
async function withdraw(context: HandlerContext, amount: Satang): Promise<object> {
  const { db, owner, now, settings } = context
  if (amount < settings.withdrawMin || amount > settings.withdrawMax) throw new ApiError('INVALID_USER_INFO')
  const payee = await payeeOf(context)
  const wallet = await findAccount(db, { kind: 'wallet', memberId: owner })
  if (wallet === null) throw new ApiError('NO_WALLET', 404)
  const pending = await accountOf(db, { kind: 'pending', memberId: owner })
  const held = (await lockAccounts(db, [wallet, pending])).get(wallet) ?? satang(0)
  if (amount > held) throw new ApiError('MONEY_NOT_ENOUGH')
  const [today] = await db.select(DAY_SUMS).from(statements).where(withdrawnToday(owner, now()))
  const { most, beyond } = leftToday(today ?? { sum: satang(0), times: 0 }, context)
  if (amount > most) throw beyond
  await finishBonus(context, amount, satang(Math.min(held, most)))
  await reserve(db, { memberId: owner, wallet, pending, payee, amount, at: new Date(now()), by: callerOf(context) })
  return {}
}

/** Withdrawing to the member's bank account. Source: R113–R114, R168, R311, R331, R334–R335, D-19, D-20. */
export const withdrawHandlers: Pick<Handlers, keyof typeof withdrawCalls> = {
  'lookup.withdraw': async (_, context) => {
    const { db, owner, now, settings } = context
    const [member] = await db
      .select({ since: members.payoutsWaitSince, ...DAY_SUMS })
      .from(members)
      .leftJoin(statements, withdrawnToday(owner, now()))
      .where(eq(members.id, owner))
      .groupBy(members.id)
    if (!member) throw new Error('a signed-in member is gone')
    const { most, beyond, isNone } = leftToday(member, context)
    const wait = waitAfter(member.since, context) ?? (isNone ? beyond : null)
    return {
      withdrawMin: settings.withdrawMin,
      withdrawMax: wait ? settings.withdrawMax : most,
      ...(wait && { wait: wait.message }),
    }
  },
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
