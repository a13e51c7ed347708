import { and, eq } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import type { Tools } from './call.ts'
import { Refusal, withoutWords } from './refusal.ts'
import { games } from './schema/games.ts'
import { accounts } from './schema/money.ts'

/**
 * The account of the member who asks in the game `code`, and the game's name. Refuses with NO_GAME, or with SLOT_NO_ACCOUNT
 * when the member has none. Source: R470, R474.
 */
export async function gameAccountOf({ db, owner }: Tools, code: string): Promise<{ account: number; name: string }> {
  const [game] = await db
    .select({ name: games.name, account: accounts.id })
    .from(games)
    .leftJoin(accounts, and(eq(accounts.gameCode, games.code), eq(accounts.memberId, owner)))
    .where(eq(games.code, code))
  if (!game) throw new Refusal('NO_GAME', 404)
  const { name, account } = game
  if (account === null) throw new Refusal('SLOT_NO_ACCOUNT', 404)
  return { account, name }
}

/** Whether the game moved money, `amount` satang, into the account of the member who asks, out of it below zero; false: for certain nothing moved. */
export async function isMovedIn({ world, owner, request }: Tools, gameCode: string, amount: Satang): Promise<boolean> {
  try {
    await world.moveIntoGame({ memberId: owner, gameCode, amount, request })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    return withoutWords(error)
  }
}
