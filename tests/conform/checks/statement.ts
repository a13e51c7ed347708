import { type Backend, brief, type Check, check, must, refusal, rowsIn, shape, skip } from '../kit.ts'

const LISTS = ['statement.list', 'statement.slips', 'invite.list', 'refund.list'] as const
type List = (typeof LISTS)[number]

type Page = { rows: readonly unknown[]; total: unknown }

async function pageOf(backend: Backend, call: List, page: number, limit: number): Promise<Page> {
  const reply = await backend.send(call, { page, limit })
  backend.mustSucceed(call, reply)
  const { total } = reply.body as { total?: unknown }
  return { rows: rowsIn(call, reply.body) ?? [], total }
}

const createdAt = (row: unknown) => Date.parse((row as { createdAt: string }).createdAt)

const checksOf = (list: List): Check[] => [
  shape(list, { page: 1, limit: 10 }),
  check(list, 'a page has no more rows than asked for', async (backend) => {
    const { rows } = await pageOf(backend, list, 1, 2)
    must(rows.length <= 2, `${rows.length} rows instead of 2`)
  }),
  check(list, 'pages count from 1 and follow each other without a gap', async (backend) => {
    const whole = (await pageOf(backend, list, 1, 10)).rows
    const first = (await pageOf(backend, list, 1, 5)).rows
    const second = (await pageOf(backend, list, 2, 5)).rows
    must(
      JSON.stringify([...first, ...second]) === JSON.stringify(whole),
      'pages 1 and 2 of 5 rows are not page 1 of 10 rows',
    )
  }),
  check(list, 'a page far behind the last one is empty', async (backend) => {
    const { rows } = await pageOf(backend, list, 100_000, 10)
    must(rows.length === 0, `page 100000 has ${rows.length} rows`)
  }),
  check(
    list,
    'the rows come newest first',
    async (backend) => {
      const times = (await pageOf(backend, list, 1, 10)).rows.map(createdAt)
      must(
        times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0)),
        'an older row comes before a newer one',
      )
    },
    { level: 'full' },
  ),
  check(
    list,
    'the total counts all rows',
    async (backend) => {
      const { rows, total } = await pageOf(backend, list, 1, 10)
      must(typeof total === 'number', `total is ${brief(total)}`)
      must(rows.length === Math.min(total, 10), `${rows.length} rows, but the total is ${total}`)
    },
    // the specification defines a total only for the statement
    { level: list === 'statement.list' ? 'plain' : 'full' },
  ),
  refusal(list, 'page 0', { page: 0, limit: 10 }, ['NO_DATA'], { level: 'full' }),
]

/** Paginated lists, and the address of a slip. */
export const statementChecks = [
  ...LISTS.flatMap(checksOf),
  check('statement.reference', 'the reference of a slip is answered with an address', async (backend) => {
    const { slips } = await backend.ask('statement.slips', { page: 1, limit: 10 })
    const reference = slips.find((slip) => slip.reference)?.reference ?? skip('no slip has a reference')
    const { url } = await backend.ask('statement.reference', { reference })
    must(url !== '', 'the address is empty')
  }),
  refusal('statement.reference', 'the reference of no slip', { reference: 'no-such-slip' }, ['NO_DATA'], {
    level: 'full',
  }),
]
