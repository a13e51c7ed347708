import { beforeEach, expect, test } from 'vitest'
import { negate, plus, type Satang, satang, toSatang } from '#contract/money.ts'
import { accountOf, lockAccounts, post } from '#server/domain/ledger.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const at = new Date()
const two = async () => {
  const { db } = backend
  const wallet = await accountOf(db, { kind: 'wallet', memberId: await backend.idOf() })
  return [await accountOf(db, { kind: 'outside' }), wallet] as const
}
async function book(lines: { account: number; amount: Satang }[], reference?: string) {
  const memberId = await backend.idOf()
  const entry = { memberId, by: { actor: 'operator', cause: 'test' }, reason: 'game' as const, at, postings: lines }
  return backend.db.transaction((tx) => post(tx, { ...entry, ...(reference && { reference }) }))
}

const heldIn = async (account: number) => (await lockAccounts(backend.db, [account])).get(account) ?? satang(0)

test('a ledger entry is refused if its postings do not add up to zero, or if a posting is zero or not a whole number of satang', async () => {
  const [outside, wallet] = await two()
  const lines = (out: number, into: number) => [
    { account: outside, amount: satang(out) },
    { account: wallet, amount: satang(into) },
  ]
  for (const [out, into] of [
    [-100, 101],
    [-0.5, 0.5],
    [0, 0],
    [Number.NaN, 1],
    [-1e308, 1e308],
  ] as const)
    await expect(book(lines(out, into))).rejects.toThrow()
  await expectSound(backend.db)
})

test('a ledger entry is booked once per reference, even concurrently', async () => {
  const [outside, wallet] = await two()
  const lines = [
    { account: outside, amount: negate(toSatang(1)) },
    { account: wallet, amount: toSatang(1) },
  ]
  const results = await Promise.all(Array.from({ length: 5 }, () => book(lines, 'bank-1')))
  expect(results.filter((id) => id !== null)).toHaveLength(1)
  await expectSound(backend.db)
})

test('concurrent ledger entries on the same accounts never deadlock, whatever the order of their postings', async () => {
  const [, wallet] = await two()
  const game = await accountOf(backend.db, { kind: 'game', memberId: await backend.idOf(), gameCode: 'pg' })
  const into = (amount: Satang) => [
    { account: wallet, amount: negate(amount) },
    { account: game, amount },
  ]
  const held = await heldIn(wallet)
  await book(into(satang(100)))
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => book(i % 2 === 0 ? into(satang(1)) : into(satang(-1)).toReversed())),
  )
  expect(await heldIn(wallet)).toBe(held - 100)
  await expectSound(backend.db)
})

test('a ledger entry that would overdraw an account is refused and changes nothing', async () => {
  const [outside, wallet] = await two()
  const held = await heldIn(wallet)
  const take = (amount: Satang) =>
    book([
      { account: wallet, amount: negate(amount) },
      { account: outside, amount },
    ])
  await expect(take(plus(held, satang(1)))).rejects.toThrow('MONEY_NOT_ENOUGH')
  expect(await heldIn(wallet)).toBe(held)
  expect(await take(held)).not.toBeNull()
  await expectSound(backend.db)
})
