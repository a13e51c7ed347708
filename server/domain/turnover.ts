import { and, eq, exists, type Placeholder, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { type Satang, satang } from '#contract/money.ts'
import { ApiError, databaseError } from '#server/core/api-error.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { accounts } from '#server/core/schema/money.ts'
import { bonuses, promotions, userBonuses } from '#server/core/schema/rewards.ts'
import { rewardOf, type Stakes } from './reward.ts'

/*
 * The turnover model. A bonus or promotion gives the member an amount, and requires them to play a multiple of it
 * before they withdraw the money. The amount still to be played is the `remaining` turnover. A won stake counts in
 * full, and a lost stake counts at `percentFail` percent.
 *
 * Only one bonus or promotion is active at a time. It ends when the member withdraws the whole main wallet after
 * reaching the turnover, or when the member ends it directly. A member who ends it directly loses the balance in the
 * games and, before the turnover is reached, whatever is left of the bonus amount in the main wallet. Before the
 * turnover is reached, no money can leave the games unless the member is self-excluded, so that members cannot evade
 * this rule (assumed). Source: R6, R24–R25, R536, D-16, D-20.
 */

/** A member's active bonus or promotion. */
export type Held = Pick<
  typeof userBonuses.$inferSelect,
  'id' | 'bonusCode' | 'promotionCode' | 'remaining' | 'turnover' | 'amount'
> & {
  bonus: typeof bonuses.$inferSelect | null
  promotion: typeof promotions.$inferSelect | null
  percentFail: number
}

const inEffect = (memberId: string | Placeholder) =>
  and(eq(userBonuses.memberId, memberId), eq(userBonuses.isActive, true))

/** SQL that is true if a member has an active bonus or promotion. */
export const isHeldBy = (db: Db, memberId: string) =>
  sql<boolean>`${exists(db.select({ id: userBonuses.id }).from(userBonuses).where(inEffect(memberId)))}`

const holding = prepared((db) =>
  db
    .select({ held: userBonuses, bonus: bonuses, promotion: promotions, main: accounts.balance })
    .from(userBonuses)
    .leftJoin(bonuses, eq(bonuses.code, userBonuses.bonusCode))
    .leftJoin(promotions, eq(promotions.code, userBonuses.promotionCode))
    .leftJoin(accounts, and(eq(accounts.memberId, userBonuses.memberId), eq(accounts.kind, 'wallet')))
    .where(inEffect(sql.placeholder('memberId')))
    .prepare('bonus in effect'),
)

/**
 * Returns a member's active bonus or promotion with the balance of the main wallet, or null if the member has neither
 * bonus nor promotion.
 */
export async function activeBonusOf(db: Db, memberId: string): Promise<(Held & { main: Satang }) | null> {
  const [found] = await holding(db).execute({ memberId })
  if (!found) return null
  const { held, bonus, promotion, main } = found
  return {
    ...held,
    bonus,
    promotion,
    main: main ?? satang(0),
    percentFail: bonus?.percentFail ?? promotion?.percentFail ?? 0,
  }
}

/** The name of the active bonus, or the code of the active promotion. */
export const nameOf = ({ bonus, promotionCode }: Held, language: Language): string =>
  bonus?.name[language] ?? promotionCode ?? ''

/** Throws if a bonus or promotion is active: BONUS_REMAINING, or BONUS_ALREADY_ACTIVE if its turnover is reached. */
export function refuseHeld(held: Held | null): void {
  if (held) throw new ApiError(held.remaining > 0 ? 'BONUS_REMAINING' : 'BONUS_ALREADY_ACTIVE', 409)
}

type Started = { memberId: string; amount: Satang; multiplier: number } & (
  | { bonusCode: string; promotionCode?: never }
  | { promotionCode: string; bonusCode?: never }
)

/**
 * Activates a bonus or promotion and returns its id. Returns null if it is already active, or if the member has claimed
 * this promotion before. Throws BONUS_ALREADY_ACTIVE while a different one is active.
 */
export async function start(tx: Db, { amount, multiplier, ...taken }: Started): Promise<string | null> {
  const turnover = satang(amount * multiplier)
  const state = { isActive: true, remaining: turnover, turnover, amount }
  const { memberId, bonusCode, promotionCode, isActive } = userBonuses
  const added = tx.insert(userBonuses).values({ ...taken, ...state })
  const once = taken.bonusCode
    ? added.onConflictDoUpdate({ target: [memberId, bonusCode], set: state, setWhere: eq(isActive, false) })
    : added.onConflictDoNothing({ target: [memberId, promotionCode] })
  const [row] = await once.returning({ id: userBonuses.id }).catch((error) => {
    const isSecond = databaseError(error).constraint === 'userBonuses_one_active'
    throw isSecond ? new ApiError('BONUS_ALREADY_ACTIVE', 409) : error
  })
  return row?.id ?? null
}

/** Returns the subject of the operation that ends a member's bonus. */
export const clearOf = (memberId: string) => `clear ${memberId}`

/** Deactivates the active bonus or promotion. */
export const end = (tx: Db, { id }: Pick<Held, 'id'>) =>
  tx
    .update(userBonuses)
    .set({ isActive: false, remaining: satang(0) })
    .where(eq(userBonuses.id, id))

/** Subtracts stakes from the remaining turnover of the member's active bonus or promotion, if there is one. */
export async function countDown(tx: Db, memberId: string, stakes: Stakes): Promise<void> {
  const held = await activeBonusOf(tx, memberId)
  if (!held) return
  const played = rewardOf(stakes, { success: 100, fail: held.percentFail })
  await tx
    .update(userBonuses)
    .set({ remaining: sql`greatest(0, ${userBonuses.remaining} - ${played})` })
    .where(and(eq(userBonuses.id, held.id), eq(userBonuses.isActive, true)))
}
