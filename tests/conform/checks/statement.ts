import type * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { Invitee } from '#contract/invite.ts'
import { Refund } from '#contract/refund.ts'
import { Slip } from '#contract/slip.ts'
import { StatementItem } from '#contract/statement.ts'
import { type Backend, brief, type Check, check, must, mustRead, refusal, skip } from '../kit.ts'

/** A list by pages: its call, the field of its rows, their schema. */
type Paged = { call: CallName; field: string; row: v.GenericSchema; name: string }
const LISTS: readonly Paged[] = [
  { call: 'statement.list', field: 'statements', row: StatementItem, name: 'rows' },
  { call: 'statement.slips', field: 'slips', row: Slip, name: 'slips' },
  { call: 'invite.list', field: 'invites', row: Invitee, name: 'friends' },
  { call: 'refund.list', field: 'refunds', row: Refund, name: 'refunds' },
]

type Page = { rows: readonly unknown[]; total: unknown }

async function pageOf(backend: Backend, { call, field }: Paged, page: number, limit: number): Promise<Page> {
  const reply = await backend.send(call, { page, limit })
  backend.mustSucceed(call, reply)
  const body = reply.body as Record<string, unknown> | unknown[]
  if (Array.isArray(body)) return { rows: body, total: undefined }
  return { rows: body[field] as unknown[], total: body.total }
}

const createdAt = (row: unknown) => Date.parse((row as { createdAt: string }).createdAt)

const checksOf = (list: Paged): Check[] => [
  check(list.call, 'the reply has the shape of the contract', async (backend) => {
    const { rows } = await pageOf(backend, list, 1, 10)
    mustRead(rows, list.row, backend, list.name)
  }),
  check(list.call, 'a page has no more rows than asked for', async (backend) => {
    const { rows } = await pageOf(backend, list, 1, 2)
    must(rows.length <= 2, `${rows.length} rows instead of 2`)
  }),
  check(list.call, 'pages count from 1 and follow each other without a gap', async (backend) => {
    const whole = (await pageOf(backend, list, 1, 10)).rows
    const first = (await pageOf(backend, list, 1, 5)).rows
    const second = (await pageOf(backend, list, 2, 5)).rows
    // another screen of the member can have added rows in between, or a slip link is signed anew
    const times = (rows: readonly unknown[]) => brief(rows.map(createdAt))
    must(times([...first, ...second]) === times(whole), 'pages 1 and 2 of 5 rows are not page 1 of 10 rows')
  }),
  check(list.call, 'a page far behind the last one is empty', async (backend) => {
    const { rows } = await pageOf(backend, list, 100_000, 10)
    must(rows.length === 0, `page 100000 has ${rows.length} rows`)
  }),
  check(
    list.call,
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
    list.call,
    'the total counts all rows',
    async (backend) => {
      const { rows, total } = await pageOf(backend, list, 1, 10)
      must(typeof total === 'number', `total is ${brief(total)}`)
      must(rows.length === Math.min(total, 10), `${rows.length} rows, but the total is ${total}`)
    },
    { level: list.call === 'statement.list' ? 'plain' : 'full' },
  ),
  refusal(list.call, 'page 0', { page: 0, limit: 10 }, ['NO_DATA'], { level: 'full' }),
]

/** Lists by pages, and the address of a slip. */
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
