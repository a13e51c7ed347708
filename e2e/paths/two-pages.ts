import type { CallName } from '#contract/calls.ts'
import { satang } from '#contract/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { ROWS } from '../../tests/kit/list-model.ts'
import type { Arrange } from './fixtures.ts'

/**
 * The amounts to create, in satang, for a full page and two more rows. If they are created in this order, the rows show
 * 100.00 to 100.11 baht, newest first.
 */
export const AMOUNTS = Array.from({ length: ROWS }, (_, at) => satang(10_000 + ROWS - 1 - at))

/**
 * Makes the next call return no rows. Rows cannot be removed, so the call is sent with the token of a member who has
 * none.
 */
export const none =
  (call: CallName): Arrange =>
  async ({ backend, line }) =>
    line.askAs(call, await backend.as(DEMO.bonus.username).signIn())
