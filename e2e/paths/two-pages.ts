import type { CallName } from '#contract/calls.ts'
import { toSatang } from '#contract/money.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { DEMO } from '#server/seed.ts'
import type { Happening } from './world.ts'

/** The amounts of two full pages of rows, the newest first: 100.00 to 100.09 baht on each. */
export const AMOUNTS = Array.from(
  { length: 2 * PAGE_SIZE },
  (_, at) => toSatang(100) + (PAGE_SIZE - 1 - (at % PAGE_SIZE)),
)

/** What is in a list stays: somebody asks whose list is empty. */
export const none =
  (call: CallName): Happening =>
  async ({ backend, line }) =>
    line.askAs(call, await backend.as(DEMO.bonus.username).signIn())
