import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { SLIP_REASONS } from '#contract/codes.ts'
import { WALLET } from '#contract/transfer.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { entries } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
const BANK = 'ธนาคารกสิกรไทย …7890'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

/** Sends a slip and returns its id. */
async function sendSlip(username = DEMO.member.username): Promise<string> {
  await backend.call('wallet.slip', { file: pngSlip() }, { token: await backend.login(username) })
  const [newest] = await waiting(username)
  return newest ?? ''
}
/** The ids of a member's pending slips, newest first. */
async function waiting(username = DEMO.member.username): Promise<string[]> {
  const rows = await backend.db
    .select({ id: slips.id, at: slips.createdAt })
    .from(slips)
    .innerJoin(members, eq(members.id, slips.memberId))
    .where(and(eq(members.username, username), eq(slips.status, 'PENDING')))
  return rows.sort((a, b) => b.at.getTime() - a.at.getTime()).map(({ id }) => id)
}
const accept = (slip: string, amount: string, reference: string) =>
  backend.form('/slip/accept', { slip, amount, reference })
const fail = (slip: string, reason: string) => backend.form('/slip/fail', { slip, reason })
const stateOf = async (id: string) => {
  const [slip] = await backend.db.select().from(slips).where(eq(slips.id, id))
  return slip && { status: slip.status, amount: slip.amount, note: slip.note }
}
const left = async (as = token) => (await backend.money(as))[WALLET]
const booked = () => backend.db.$count(entries, eq(entries.reason, 'deposit'))

test('an accepted slip is credited, and appears in the statement with its bank (R5, R20, R108, R175, R241)', async () => {
  const id = await sendSlip()
  expect((await accept(id, '500.25', '2025-0001 abc')).status).toBe(303)
  expect(await stateOf(id)).toEqual({ status: 'SUCCESS', amount: 50_025, note: null })
  expect(await left()).toBe(START + 500.25)
  expect(await backend.rows(token, 1)).toEqual([
    {
      statementType: 'deposit',
      status: 'SUCCESS',
      from: BANK,
      to: WALLET,
      amount: 500.25,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  const { body } = await backend.call('statement.slips', { page: 1, limit: 1 }, { token })
  expect(body.slips).toEqual([
    { createdAt: expect.stringMatching(/^\d{4}-.*Z$/), amount: 500.25, status: 'SUCCESS', note: null, reference: id },
  ])
  await expectSound(backend.db)
})

test.each([...SLIP_REASONS])('a slip that fails with %s moves no money (R242, R496–R507)', async (reason) => {
  const [id = ''] = await waiting()
  expect((await fail(id, reason)).status).toBe(303)
  expect(await stateOf(id)).toEqual({ status: 'FAILED', amount: 0, note: reason })
  const { body } = await backend.call('statement.slips', { page: 1, limit: 10 }, { token })
  expect(body.slips).toContainEqual(expect.objectContaining({ status: 'FAILED', note: reason, reference: id }))
  expect([await left(), await booked()]).toEqual([START, 0])
})

describe('SLIP_REFNO_DUPLICATED (R501)', () => {
  test.each(['AB 12-34', 'ab1234', ' A-B-1-2-3-4 '])(
    'is the failure reason for a slip with the reference %j if AB1234 is already booked',
    async (reference) => {
      await accept(await sendSlip(), '20', 'AB1234')
      const other = await sendSlip(DEMO.bonus.username)
      await accept(other, '20', reference)
      expect(await stateOf(other)).toEqual({ status: 'FAILED', amount: 2_000, note: 'SLIP_REFNO_DUPLICATED' })
      expect(await left(await backend.login(DEMO.bonus.username))).toBe(DEMO.bonus.wallet)
      expect([await left(), await booked()]).toEqual([START + 20, 1])
      await expectSound(backend.db)
    },
  )

  test('is the failure reason for all but one of several slips with the same reference that are accepted concurrently', async () => {
    const names = [DEMO.member.username, DEMO.bonus.username]
    for (let i = 0; i < 4; i++) for (const name of names) await sendSlip(name)
    const ids = (await Promise.all(names.map(waiting))).flat()
    await Promise.all(ids.map((id) => accept(id, '20', 'AB1234')))
    const states = await Promise.all(ids.map(stateOf))
    expect(states.filter((state) => state?.status === 'SUCCESS')).toHaveLength(1)
    expect(states.filter((state) => state?.note === 'SLIP_REFNO_DUPLICATED')).toHaveLength(ids.length - 1)
    expect(await booked()).toBe(1)
    await expectSound(backend.db)
  })
})

describe('settling a slip', () => {
  test('applies only one of many concurrent decisions, and ignores all later ones', async () => {
    const [id = ''] = await waiting()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? fail(id, 'NOT_MATCH') : accept(id, '20', `number ${at}`))),
    )
    const state = await stateOf(id)
    const isPaid = state?.status === 'SUCCESS'
    expect([await left(), await booked()]).toEqual(isPaid ? [START + 20, 1] : [START, 0])
    const after = await dump(backend.db, ['tokens'])
    for (const reply of [await accept(id, '30', 'another'), await fail(id, 'INVALID_SLIP')])
      expect(reply.status).toBe(303)
    expect(await dump(backend.db, ['tokens'])).toBe(after)
    await expectSound(backend.db)
  })

  test.each([
    ['/slip/accept', { slip: 'nothing', amount: '20', reference: 'A1' }, 404],
    ['/slip/accept', { slip: 'nothing', amount: '20' }, 400],
    ['/slip/accept', { slip: 'nothing', amount: '0', reference: 'A1' }, 400],
    ['/slip/accept', { slip: 'nothing', amount: '-20', reference: 'A1' }, 400],
    ['/slip/accept', { slip: 'nothing', amount: '', reference: 'A1' }, 400],
    ['/slip/accept', { slip: 'nothing', amount: '1.005', reference: 'A1' }, 400],
    ['/slip/accept', { slip: 'nothing', amount: '20', reference: ' - ' }, 400],
    ['/slip/fail', { slip: 'nothing', reason: 'NOT_MATCH' }, 404],
    ['/slip/fail', { slip: 'nothing', reason: 'NO_REASON' }, 400],
    ['/slip/fail', { slip: 'nothing' }, 400],
  ])('rejects the invalid request to %s with %o and changes nothing (status %i)', async (path, fields, status) => {
    const before = await dump(backend.db, ['tokens'])
    expect((await backend.form(path, fields as Record<string, string>)).status).toBe(status)
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect((await backend.form(path, fields as Record<string, string>, foreign)).status).toBe(403)
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })
})

describe('the sandbox', () => {
  const shown = async () => (await backend.app.request('/sandbox')).text()

  test('lists the pending slips, newest first, each with its picture and all failure reasons', async () => {
    await sendSlip(DEMO.bonus.username)
    const page = await shown()
    const listed = [...page.matchAll(/name="slip" value="([\w-]{12})"/g)].map(([, id]) => id)
    const ids = [...(await waiting(DEMO.bonus.username)), ...(await waiting())]
    expect(listed).toEqual(ids.flatMap((id) => [id, id]))
    for (const [, path = ''] of page.matchAll(/<img class="slip" src="([^"]+)"/g))
      expect((await backend.app.request(path.replaceAll('&amp;', '&'))).status).toBe(200)
    for (const reason of SLIP_REASONS) expect(page).toContain(`<option>${reason}</option>`)
    expect(page).toContain(`alt="Slip: ${DEMO.bonus.name}, `)
    expect(page).toContain('https://gift.truemoney.com/campaign/?v=demo-100')
    for (const id of ids) await fail(id, 'NOT_MATCH')
    expect(await shown()).not.toContain('name="slip"')
  })

  test("escapes the member's name", async () => {
    await backend.db.update(members).set({ name: '<script>alert(1)</script>' })
    const page = await shown()
    expect(page).toContain('alt="Slip: &lt;script&gt;')
    expect(page).not.toContain('<script')
  })

  test('gives the demo member slips in every status, each with a picture', async () => {
    const { body } = await backend.call('statement.slips', { page: 1, limit: 100 }, { token })
    const all = body.slips as { status: string; link?: string; reference?: string }[]
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['PENDING', 'SUCCESS', 'FAILED']))
    for (const { link, reference = '' } of all) {
      const found = link ? { url: link } : (await backend.call('statement.reference', { reference }, { token })).body
      const picture = await backend.app.request(String(found.url))
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    }
  })
})
