import fc from 'fast-check'
import { Hono } from 'hono'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '#contract/call.ts'
import { Amount, toBaht, toSatang } from '#contract/money.ts'
import { answer, type Tools } from '#server/call.ts'
import { accountOf, post } from '#server/ledger.ts'
import { Refusal } from '#server/refusal.ts'
import { accounts, entries, games, members, newId, postings } from '#server/schema.ts'
import { openSession } from '#server/session.ts'
import { readSettings } from '#server/settings.ts'
import { type Backend, startBackend } from './kit/server.ts'

const MEMBERS = 20
const OPERATIONS = 2_000
const AT_ONCE = 20
const SEED = 20_260_101
/** Little enough that about every third operation is refused. */
const OPENING = 5_000

const account = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9))
const Move = v.strictObject({ from: account, to: account, amount: Amount })
const move = change('POST /api/move', Move, v.object({ receipt: v.string() }))

async function moveMoney(input: unknown, { db, now }: Tools) {
  const { from, to, amount } = input as v.InferOutput<typeof Move>
  const lines = [
    { account: from, amount: -amount },
    { account: to, amount },
  ]
  await post(db, { reason: 'move', at: new Date(now()), postings: lines })
  return { receipt: newId() }
}

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const balances = async () =>
  new Map((await backend.db.select().from(accounts)).map(({ id, balance, kind }) => [id, { balance, kind }]))

/** What must be so at any time: postings add up to zero, are the balances, and leave none but the outside below zero. */
async function expectSound() {
  const rows = await backend.db.select().from(postings)
  const sums = new Map<number, number>()
  for (const { accountId, amount } of rows) sums.set(accountId, (sums.get(accountId) ?? 0) + amount)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  for (const [id, { balance, kind }] of await balances()) {
    expect(balance, `account ${id} is what was posted`).toBe(sums.get(id) ?? 0)
    if (kind !== 'outside') expect(balance, `account ${id}`).toBeGreaterThanOrEqual(0)
  }
}

/** Twenty members with a wallet and two games each, and their tokens. */
async function addPlayers() {
  const { db } = backend
  const at = new Date()
  const outside = await accountOf(db, { kind: 'outside' })
  const codes = (await db.select({ code: games.code }).from(games).limit(2)).map(({ code }) => code)
  const blank = { name: '', password: '', bankCode: '', bankAccountName: '', createdAt: at }
  const ids: number[] = []
  const tokens: string[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const row = { ...blank, username: `07${i}`, bankAccountNo: `${i}` }
    const [added] = await db.insert(members).values(row).returning({ id: members.id })
    const memberId = added?.id ?? ''
    const own = [await accountOf(db, { kind: 'wallet', memberId })]
    for (const gameCode of codes) own.push(await accountOf(db, { kind: 'game', memberId, gameCode }))
    const gifts = own.map((id) => ({ account: id, amount: OPENING }))
    await post(db, { reason: 'opening', at, postings: [{ account: outside, amount: -OPENING * own.length }, ...gifts] })
    ids.push(...own)
    tokens.push(await openSession(db, memberId, true, at.getTime()))
  }
  return { ids: [outside, ...ids], tokens }
}

test(`${OPERATIONS} operations at once by ${MEMBERS} members lose, double and invent nothing`, async () => {
  const { ids, tokens } = await addPlayers()
  const base = { now: Date.now, world: backend.world, settings: readSettings({}) }
  const app = new Hono().post('/move', (c) => answer(c, backend.db, base, 'qr.create', move, moveMoney))
  app.onError((error, c) => c.text(error instanceof Refusal ? error.code : error.message, 500))

  const place = fc.nat(ids.length - 1)
  const operation = fc
    .record({
      by: fc.nat(MEMBERS - 1),
      from: place,
      to: place,
      satang: fc.integer({ min: 1, max: 4_000 }),
      twice: fc.nat(9),
    })
    .filter(({ from, to }) => from !== to)
  const operations = fc
    .sample(operation, { numRuns: OPERATIONS, seed: SEED })
    .map((drawn, i) => ({ ...drawn, key: `key-${i}` }))
  const queue = operations.flatMap((op) => (op.twice === 0 ? [op, op] : [op]))
  const expected = new Map([...(await balances())].map(([id, { balance }]) => [id, balance]))

  const replies = new Map<string, string[]>()
  const work = async () => {
    for (let op = queue.shift(); op; op = queue.shift()) {
      const body = JSON.stringify({ from: ids[op.from], to: ids[op.to], amount: toBaht(op.satang) })
      const headers = { Authorization: `Bearer ${tokens[op.by]}`, 'Idempotency-Key': op.key }
      const reply = await (await app.request('/move', { method: 'POST', headers, body })).text()
      replies.set(op.key, [...(replies.get(op.key) ?? []), reply])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  let booked = 0
  for (const { key, from, to, satang } of operations) {
    const done = (replies.get(key) ?? []).filter((reply) => reply !== 'MONEY_NOT_ENOUGH')
    for (const reply of done) expect(reply).toMatch(/^\{"receipt":"[\w-]{12}"\}$/)
    expect(new Set(done).size, 'a repeat gets the same reply').toBeLessThanOrEqual(1)
    if (done.length === 0) continue
    booked++
    for (const [place, amount] of [
      [from, -satang],
      [to, satang],
    ] as const) {
      const id = ids[place] ?? 0
      expected.set(id, (expected.get(id) ?? 0) + amount)
    }
  }
  expect(booked).toBeGreaterThan(OPERATIONS / 2)
  expect(booked).toBeLessThan(OPERATIONS)
  expect((await backend.db.select().from(entries)).filter(({ reason }) => reason === 'move')).toHaveLength(booked)
  expect(new Map([...(await balances())].map(([id, { balance }]) => [id, balance]))).toEqual(expected)
  await expectSound()
}, 120_000)

describe('an entry', () => {
  const at = new Date()
  const two = async () => {
    const { db } = backend
    const [member] = await db.select().from(members).limit(1)
    const wallet = await accountOf(db, { kind: 'wallet', memberId: member?.id ?? '' })
    return [await accountOf(db, { kind: 'outside' }), wallet] as const
  }
  const book = (lines: { account: number; amount: number }[], reference?: string) =>
    backend.db.transaction((tx) => post(tx, { reason: 'test', at, postings: lines, ...(reference && { reference }) }))

  test('must add up to zero, in whole satang other than zero', async () => {
    const [outside, wallet] = await two()
    const lines = (out: number, into: number) => [
      { account: outside, amount: out },
      { account: wallet, amount: into },
    ]
    for (const [out, into] of [
      [-100, 101],
      [-0.5, 0.5],
      [0, 0],
      [Number.NaN, 1],
      [-1e308, 1e308],
    ] as const)
      await expect(book(lines(out, into))).rejects.toThrow()
    await expectSound()
  })

  test('is booked once for its reference, at once too', async () => {
    const [outside, wallet] = await two()
    const lines = [
      { account: outside, amount: -toSatang(1) },
      { account: wallet, amount: toSatang(1) },
    ]
    const results = await Promise.all(Array.from({ length: 5 }, () => book(lines, 'bank-1')))
    expect(results.filter(Boolean)).toHaveLength(1)
    await expectSound()
  })

  test('waits for others over the same accounts, whatever their order, and never deadlocks', async () => {
    const [outside, wallet] = await two()
    const into = [
      { account: outside, amount: -1 },
      { account: wallet, amount: 1 },
    ]
    const out = [
      { account: wallet, amount: -1 },
      { account: outside, amount: 1 },
    ]
    await Promise.all(Array.from({ length: 100 }, (_, i) => book(i % 2 === 0 ? into : out)))
    await expectSound()
  })

  test('takes nothing that is not there, and leaves all as it was', async () => {
    const [outside, wallet] = await two()
    const held = (await balances()).get(wallet)?.balance ?? 0
    const take = (amount: number) =>
      book([
        { account: wallet, amount: -amount },
        { account: outside, amount },
      ])
    await expect(take(held + 1)).rejects.toThrow('MONEY_NOT_ENOUGH')
    expect((await balances()).get(wallet)?.balance).toBe(held)
    expect(await take(held)).toBe(true)
    await expectSound()
  })
})
