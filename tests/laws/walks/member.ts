import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { toBaht } from '#contract/money.ts'
import { statements } from '#server/core/schema/money.ts'
import type { Reply } from '#tests/kit/server.ts'
import type { Member } from './walk.ts'

/** Expects a call that prepares a walk to succeed, and returns its reply. */
export async function done(reply: Promise<Reply>): Promise<Reply> {
  const { status, body } = await reply
  expect(status, String(body.code)).toBe(200)
  return { status, body }
}

/** Posts a sandbox form, and expects it to succeed. */
export async function simulate({ backend }: Member, path: string, fields: Record<string, string>): Promise<void> {
  expect((await backend.form(path, fields)).status, path).toBe(303)
}

/** Adds money to the main wallet. `amount`: in baht. */
export const addMoney = ({ backend, token }: Member, amount: number) =>
  done(backend.call('wallet.add', { amount }, { token }))

/** Opens an account in a game. */
export const openGame = ({ backend, token }: Member, code: string) =>
  done(backend.call('wallet.activate', { code }, { token }))

/** Returns the type and the amount in baht of each row in the member's statement. */
export async function statementOf({ backend, id }: Member): Promise<string[]> {
  const rows = await backend.db.select().from(statements).where(eq(statements.memberId, id))
  return rows.map(({ type, amount }) => `${type} ${toBaht(amount)}`)
}
