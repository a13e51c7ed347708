import * as v from 'valibot'
import { read } from './call.ts'
import { orNull } from './field.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'

/** Rows per page of the statement and of the slip list. Source: R518, R520. */
export const PAGE_SIZE = 10
/** The number of page buttons before and after the current page. Source: R519. */
export const PAGES_BEFORE = 3
export const PAGES_AFTER = 1

const described = v.nullish(v.object({ description: v.string() }))

/**
 * One row of the statement. `amount` is in satang. One of the links, such as `bonus`, describes the reason for the row.
 * Source: R175–R176.
 */
export const StatementItem = v.object({
  statementType: v.string(),
  status: v.string(),
  from: v.string(),
  to: v.string(),
  amount: Baht,
  createdAt: v.string(),
  bonus: described,
  promotion: described,
  invite: described,
  refund: described,
  luckydraw: described,
})
export type StatementItem = v.InferOutput<typeof StatementItem>

/** Returns the tone of a status, which decides its colour. Source: R241–R243. */
export const toneOf = (status: string): 'good' | 'bad' | 'wait' =>
  status === 'SUCCESS' ? 'good' : status === 'FAILED' ? 'bad' : 'wait'

/** Returns the sign that is shown before a row's amount. Source: R552–R554. */
export function signOf(statementType: string): '+' | '−' | '' {
  if (statementType === 'deposit' || statementType === 'bonus') return '+'
  return statementType === 'withdraw' ? '−' : ''
}

/** Returns the description in a row's link, or null if the row has no link. Source: R176. */
export const descriptionOf = ({ bonus, promotion, invite, refund, luckydraw }: StatementItem): string | null =>
  (bonus ?? promotion ?? invite ?? refund ?? luckydraw)?.description ?? null

/** Returns the numbers of the page buttons to show around the current page, out of `last` pages. Source: R519. */
export function pagesAround(page: number, last: number): number[] {
  const first = Math.max(1, page - PAGES_BEFORE)
  const end = Math.min(last, page + PAGES_AFTER)
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at)
}

/** The page to return, counted from 1, and the number of rows per page. Source: D-33. */
export const PageInput = v.strictObject({
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
})
/** The total number of rows. */
export const Total = v.pipe(v.number(), v.integer(), v.minValue(0))

export const statementCalls = {
  'statement.list': read(
    'POST /api/statement',
    PageInput,
    v.object({ total: orNull(Total), statements: rows(StatementItem) }),
  ),
}
