import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { depositCalls } from '#contract/deposit.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { inGames, totalOf, walletCalls } from '#contract/wallet.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO, GAMES, seed } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

const overviewOf = async (username: string) => {
  const { body } = await backend.call('wallet.get', {}, { token: await backend.login(username) })
  return v.parse(walletCalls['wallet.get'].reply, body)
}

test('the overview contains the member, the bank account, the wallet and all games of the operator (R85, R160, D-55)', async () => {
  const overview = await overviewOf(DEMO.member.username)
  expect(overview).toMatchObject({
    profile: { name: DEMO.member.name, username: '0812345678', coin: 3, _id: expect.stringMatching(/^[\w-]{12}$/) },
    bankAccount: {
      bankAccountNo: '1234567890',
      bank: { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
    },
    wallet: { amount: 150_050 },
    invite: { amount: 12_500, success: 1, fail: 5 },
  })
  expect(overview.slots.map(({ code }) => code)).toEqual(GAMES.map(({ code }) => code))
  expect(overview.slots.find(({ code }) => code === 'pg')).toMatchObject({ isActive: true, amount: 82_025 })
  expect(overview.slots.find(({ code }) => code === 'orbiten')).toMatchObject({ isActive: false, amount: 0 })
  expect(inGames(overview)).toBeGreaterThan(overview.wallet.amount)
  expect(totalOf(overview)).toBe(150_050 + inGames(overview))
})

test('the overview contains only the member’s own money', async () => {
  const overview = await overviewOf(DEMO.bonus.username)
  expect(overview.wallet.amount).toBe(25_000)
  expect(inGames(overview)).toBe(0)
  expect(overview.bankAccount).toMatchObject({ bankAccountName: DEMO.bonus.bankAccountName, bank: { code: 'KTB' } })
})

test('refreshing the game balances changes nothing in the database (R327, R385)', async () => {
  const token = await backend.login()
  const before = await dump(backend.db)
  expect(await backend.call('wallet.refresh', {}, { token })).toEqual({ status: 200, body: {} })
  expect(await dump(backend.db)).toBe(before)
})

test('the deposit lookup returns all kinds of bank accounts, the wallets, and the minimum amounts for QR codes and gift links', async () => {
  const { body } = await backend.call('lookup.deposit', {}, { token: await backend.login() })
  const ways = v.parse(depositCalls['lookup.deposit'].reply, body)
  expect(ways.banks.length).toBe(readable(ways.banks).length)
  expect(readable(ways.banks).map(({ bankType, mode }) => `${bankType} ${mode}`)).toEqual([
    'bank AUTO',
    'bank SMS',
    'PAYMENT AUTO',
  ])
  expect(ways).toMatchObject({
    wallets: [{ mode: 'AUTO' }, { mode: 'SMS' }],
    isManual: false,
    qr: { minimum: 1_000, minutes: 15 },
    gift: { minimum: 200 },
  })
})

test('the operator’s texts are safe HTML', async () => {
  const token = await backend.login()
  for (const name of ['lookup.conditions', 'lookup.agreements'] as const) {
    const texts = v.parse(v.array(v.string()), (await backend.call(name, {}, { token })).body)
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text).toMatch(/^<h3>[^<]+<\/h3>(<\/?(p|ul|li|b)>|[^<&])+$/)
  }
})

test.each([
  [undefined, 'บัญชี'],
  ['TH', 'บัญชี'],
  ['LA', 'ບັນຊີ'],
  ['EN', 'account'],
  ['XX', 'บัญชี'],
] as const)(
  'with the language cookie %s, the operator’s texts contain "%s" (R16, R150, R153, D-02)',
  async (language, word) => {
    const token = await backend.login()
    const headers = language ? { Cookie: `lang=${language}` } : {}
    for (const name of ['lookup.conditions', 'lookup.agreements'] as const) {
      const { body } = await backend.call(name, {}, { token, headers })
      expect(JSON.stringify(body)).toContain(word)
    }
  },
)

test('the server does not seed a database that already contains data', async () => {
  const before = await dump(backend.db)
  expect(await seed(backend.db, { uploads: backend.uploads, isLaos: false })).toBe(false)
  expect(await dump(backend.db)).toBe(before)
})

describe('adding money', () => {
  test('credits the wallet in the sandbox, and adds a statement row (D-19)', async () => {
    const token = await backend.login()
    expect(await backend.call('wallet.add', { amount: 20.5 }, { token })).toEqual({ status: 200, body: {} })
    expect((await backend.money(token))[WALLET]).toBe(DEMO.member.wallet + 20.5)
    expect((await backend.rows(token, 1))[0]).toMatchObject({
      statementType: 'deposit',
      from: 'SANDBOX',
      to: WALLET,
      amount: 20.5,
    })
    await expectSound(backend.db)
  })

  test('is refused with KEY_INVALID (403) outside the sandbox (D-19)', async () => {
    const token = await backend.login()
    Object.assign(backend.world, closedWorld)
    const before = await dump(backend.db, ['tokens'])
    expect(await backend.call('wallet.add', { amount: 20.5 }, { token })).toMatchObject({
      status: 403,
      body: { code: 'KEY_INVALID' },
    })
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })
})
