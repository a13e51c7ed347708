import type { CallName } from '#contract/calls.ts'
import { toSatang } from '#contract/money.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { DEMO } from '#server/seed.ts'
import type { Happening } from './world.ts'

/** What to make, in this order, for two full pages: read newest first, each shows 100.00 to 100.09 baht. In satang. */
export const AMOUNTS = Array.from(
  { length: 2 * PAGE_SIZE },
  (_, at) => toSatang(100) + (PAGE_SIZE - 1 - (at % PAGE_SIZE)),
)

/** Rows are never removed: the call is made in the name of a member who has none. */
export const none =
  (call: CallName): Happening =>
  async ({ backend, line }) =>
    line.askAs(call, await backend.as(DEMO.bonus.username).signIn())
