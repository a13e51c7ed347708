import type { CallName } from '#contract/calls.ts'
import { toSatang } from '#contract/money.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { DEMO } from '#server/seed.ts'
import type { Happening } from './world.ts'

const COUNT = PAGE_SIZE + 2
/** What to make, in this order, for a full page and two rows more: read newest first, 100.00 to 100.11 baht. In satang. */
export const AMOUNTS = Array.from({ length: COUNT }, (_, at) => toSatang(100) + COUNT - 1 - at)

/** Rows are never removed: the call is made in the name of a member who has none. */
export const none =
  (call: CallName): Happening =>
  async ({ backend, line }) =>
    line.askAs(call, await backend.as(DEMO.bonus.username).signIn())
