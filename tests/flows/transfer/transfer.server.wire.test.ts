import { asc, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { entries, postings } from '#server/core/schema/money.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { accountOf } from '#server/domain/ledger.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START, games: GAMES } = DEMO.member

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const transfer = (from: string, to: string, amount: number, sent: Sent = {}) =>
  backend.call('wallet.transfer', { from, to, amount }, { token, ...sent })
const all = (to: string, sent: Sent = {}) => backend.call('wallet.transferAll', { to }, { token, ...sent })
const outage = (isOn: boolean) => backend.form('/games', { isOn: String(isOn) })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
/** The entries of completed transfers, in order. */
const booked = () => backend.db.select().from(entries).where(eq(entries.reason, 'transfer')).orderBy(asc(entries.id))
const row = (from: string, to: string, amount: number, status = 'SUCCESS') => ({
  statementType: 'transfer',
  status,
  from,
  to,
  amount,
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
})

test('money moves between the wallet and games, and from game to game, with one ledger entry per transfer (R4, R112, R332, R175)', async () => {
  for (const [from, to, amount] of [
    [WALLET, 'pg', 100.25],
    ['joker2', WALLET, 1260],
    ['ufabet', 'betflix', 1],
  ] as const)
    expect(await transfer(from, to, amount)).toEqual({ status: 200, body: {} })
  expect(await backend.money(token)).toMatchObject({
    ...GAMES,
    [WALLET]: START - 100.25 + 1260,
    pg: GAMES.pg + 100.25,
    joker2: 0,
    ufabet: GAMES.ufabet - 1,
    betflix: 1,
  })
  expect(await backend.rows(token, 3)).toEqual([
    row('Goalyard', 'Night Derby', 1),
    row('Emberfox', WALLET, 1260),
    row(WALLET, 'Moonreel', 100.25),
  ])
  const lines = await Promise.all(
    (await booked()).map(({ id }) => backend.db.select().from(postings).where(eq(postings.entryId, id))),
  )
  expect(lines.map((line) => line.map(({ amount }) => amount).sort((a, b) => a - b))).toEqual([
    [-10_025, 10_025],
    [-126_000, 126_000],
    [-100, 100],
  ])
  await expectSound(backend.db)
})

test.each([
  ['TRANSFER_MINIMUM', 400, 'less than 1 baht (R266)', WALLET, 'pg', 0.99],
  ['TRANSFER_MINIMUM', 400, 'the same source and destination (R265)', 'pg', 'pg', 1],
  ['NO_GAME', 404, 'an unknown destination', WALLET, 'wallet', 1],
  ['NO_GAME', 404, 'an unknown source', '__proto__', WALLET, 1],
  ['SLOT_NO_ACCOUNT', 404, 'a game without an account', WALLET, 'orbiten', 1],
  ['SLOT_NO_ACCOUNT', 404, 'a game without an account', 'orbiten', 'pg', 1],
  ['MONEY_NOT_ENOUGH', 400, 'more than the balance', WALLET, 'pg', START + 0.01],
  ['MONEY_NOT_ENOUGH', 400, 'any amount from an empty game', 'betflix', WALLET, 1],
])('a transfer is refused with %s (%i) for %s (R469–R477)', async (code, status, _, from, to, amount) => {
  const games = vi.spyOn(backend.world, 'moveIntoGame')
  const before = await dump(backend.db, ['tokens'])
  expect(await transfer(from, to, amount)).toEqual(refusal(status, code))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  expect(games).not.toHaveBeenCalled()
})

test('a transfer is refused with NO_WALLET (404) if the member has no wallet (R469)', async () => {
  const { id, token } = await backend.join({})
  await accountOf(backend.db, { kind: 'game', memberId: id, gameCode: 'pg' })
  for (const reply of [
    transfer(WALLET, 'pg', 1, { token }),
    transfer('pg', WALLET, 1, { token }),
    all('pg', { token }),
  ])
    expect(await reply).toEqual(refusal(404, 'NO_WALLET'))
})

test('a transfer to a game where only another member has an account is refused as if nobody had one', async () => {
  const other = await backend.login(DEMO.bonus.username)
  const foreign = await transfer(WALLET, 'joker2', 1, { token: other })
  expect(foreign).toEqual(await transfer(WALLET, 'orbiten', 1, { token: other }))
  await transfer(WALLET, 'pg', 50, { token: other })
  expect(await backend.money(token)).toMatchObject({ [WALLET]: START, ...GAMES })
  expect(await backend.rows(other)).toEqual([row(WALLET, 'Moonreel', 50)])
})

describe('a transfer of the whole wallet', () => {
  test('succeeds even below 1 baht, but is refused with MONEY_NOT_ENOUGH if the wallet is empty (R333)', async () => {
    expect(await all('pg')).toEqual({ status: 200, body: { amount: START } })
    expect(await all('pg')).toEqual(refusal(400, 'MONEY_NOT_ENOUGH'))
    await backend.call('wallet.add', { amount: 0.5 }, { token })
    expect(await all('joker2')).toEqual({ status: 200, body: { amount: 0.5 } })
    const [small, , big] = await backend.rows(token, 3)
    expect([small, big]).toEqual([row(WALLET, 'Emberfox', 0.5), row(WALLET, 'Moonreel', START)])
  })

  test.each([
    ['TRANSFER_MINIMUM', 400, WALLET],
    ['NO_GAME', 404, 'nothing'],
    ['SLOT_NO_ACCOUNT', 404, 'orbiten'],
  ])('is refused with %s (%i) if the destination is %s (R333)', async (code, status, to) => {
    const before = await dump(backend.db, ['tokens'])
    expect(await all(to)).toEqual(refusal(status, code))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })
})

test.each([
  [WALLET, 'pg', [{ gameCode: 'pg', amount: 2_000 }]],
  ['pg', WALLET, [{ gameCode: 'pg', amount: -2_000 }]],
])('a transfer from %s to %s calls only the game that is involved (R332)', async (from, to, asked) => {
  const games = vi.spyOn(backend.world, 'moveIntoGame')
  expect((await transfer(from, to, 20)).status).toBe(200)
  expect(games.mock.calls.map(([{ gameCode, amount }]) => ({ gameCode, amount }))).toEqual(asked)
})

describe('if a game does not carry out a transfer', () => {
  test.each([
    [WALLET, 'pg', 'TRANSFER_FAIL', WALLET, 'Moonreel'],
    ['pg', WALLET, 'TRANSFER_REFUSED', 'Moonreel', WALLET],
    ['pg', 'joker2', 'TRANSFER_REFUSED', 'Moonreel', 'Emberfox'],
  ])(
    'a transfer from %s to %s fails with %s, moves no money, and is shown as failed in the statement (R478, R242)',
    async (from, to, code, ...names) => {
      await outage(true)
      const before = await backend.money(token)
      for (let i = 0; i < 2; i++) expect(await transfer(from, to, 5, { key: 'same' })).toEqual(refusal(400, code))
      expect(await backend.money(token)).toEqual(before)
      expect(await backend.rows(token, 1)).toEqual([row(...names, 5, 'FAILED')])
      const [last] = await backend.db.select().from(entries).orderBy(desc(entries.id)).limit(1)
      expect(last?.reason).toBe('transfer refused')
      await expectSound(backend.db)
      await outage(false)
      expect((await transfer(from, to, 5)).status).toBe(200)
    },
  )

  test('resending a failed transfer returns the same refusal, moves no money and adds no row', async () => {
    await outage(true)
    const again = () => all('pg', { key: 'same' })
    for (const reply of await Promise.all([again(), again(), again(), again(), again()]))
      expect(reply).toEqual(refusal(400, 'TRANSFER_FAIL'))
    await outage(false)
    const after = await dump(backend.db, ['tokens'])
    expect(await again()).toEqual(refusal(400, 'TRANSFER_FAIL'))
    expect(await dump(backend.db, ['tokens'])).toBe(after)
    const rows = await backend.rows(token, 2)
    expect(rows[0]).toEqual(row(WALLET, 'Moonreel', START, 'FAILED'))
    expect(rows[1]).toMatchObject({ statementType: 'withdraw' })
    expect((await all('pg')).status).toBe(200)
  })

  test('money that left one game but was refused by the destination goes to the main wallet exactly once (R478)', async () => {
    const games = vi.spyOn(backend.world, 'moveIntoGame').mockImplementation(async ({ amount }) => {
      if (amount > 0) await closedWorld.moveIntoGame({ memberId: '', gameCode: '', amount, request: '' })
    })
    for (let i = 0; i < 3; i++)
      expect(await transfer('pg', 'joker2', 20, { key: 'same' })).toEqual(refusal(400, 'TRANSFER_FAIL'))
    const member = expect.stringMatching(/^[\w-]{12}$/)
    const request = games.mock.calls[0]?.[0].request
    expect(request).toMatch(/^[0-9a-f]{64}$/)
    expect(games.mock.calls).toEqual([
      [{ memberId: member, gameCode: 'pg', amount: -2_000, request }],
      [{ memberId: member, gameCode: 'joker2', amount: 2_000, request }],
    ])
    expect(await backend.money(token)).toMatchObject({ ...GAMES, pg: GAMES.pg - 20, [WALLET]: START + 20 })
    expect(await backend.rows(token, 2)).toEqual([row(WALLET, 'Emberfox', 20, 'FAILED'), row('Moonreel', WALLET, 20)])
    await expectSound(backend.db)
  })

  test('the server queries the game for the outcome after an error, and resends the request if it never arrived', async () => {
    const lines = logged()
    const games = vi.spyOn(backend.world, 'moveIntoGame').mockRejectedValueOnce(new Error('no answer'))
    expect((await transfer(WALLET, 'pg', 5, { key: 'same' })).status).toBe(200)
    expect(games).toHaveBeenCalledTimes(2)
    expect(games.mock.calls[1]).toEqual(games.mock.calls[0])
    expect(lines).toMatchObject([{ msg: 'moveIntoGame', error: 'Error' }])
  })

  test('a server without connected games moves no money', async () => {
    Object.assign(backend.world, closedWorld)
    expect(await transfer(WALLET, 'pg', 5)).toEqual(refusal(400, 'TRANSFER_FAIL'))
  })
})
