import type { Api } from './api.ts'
import { page, pageOf, text } from './fields.ts'
import type { Entry } from './member.ts'
import { baht } from './money.ts'
import { Refused } from './refused.ts'

/** A statement row from another system, with the amount as a string. */
const ODD = {
  statementType: 'deposit',
  status: 'SUCCESS',
  from: 'OLD_SYSTEM',
  to: 'WALLET',
  amount: '100.00',
  createdAt: '2025-12-31T17:00:00.000Z',
}

const row = ({ link, amount, ...rest }: Entry) => ({
  ...rest,
  amount: baht(amount),
  ...(link && { [link.to]: { description: link.description } }),
  channel: 'web',
})

/** Registers the calls for the statement and the slips. */
export function statement(api: Api) {
  api.member('POST /api/statement', page, ({ entries }, at) => {
    const rows = [...entries.map(row), ODD]
    return { total: rows.length, statements: pageOf(rows, at) }
  })
  api.member('POST /api/statement/slip', page, ({ slips }, at) => ({
    slips: pageOf(slips, at).map(({ id: _, amount, ...slip }) => ({ ...slip, amount: baht(amount) })),
  }))
  const reference = { reference: text }
  api.member('GET /api/statement/slip/reference/:reference', reference, ({ slips }, { reference }, c) => {
    if (!slips.some((slip) => slip.reference === reference)) throw new Refused('NO_DATA')
    return { url: new URL('/icon.svg', c.req.url).href }
  })
}
