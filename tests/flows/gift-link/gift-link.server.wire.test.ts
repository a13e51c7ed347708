import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GIFT_KEY } from '#contract/gift-link.ts'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { depositWallets, giftLinks } from '#server/core/schema/deposits.ts'
import { entries } from '#server/core/schema/money.ts'
import { readSettings } from '#server/core/settings.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { logged } from '#tests/kit/logged.ts'
import { GIFT_WALLET, giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, expectSound, type Reply, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const send = (link: string, sent: Sent = {}) => backend.call('wallet.truelink', { link }, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const came = (amount: number) => ({ status: 200, body: { amount } })
const invalid = refusal(400, 'TRUELINK_INVALID')
const duplicate = refusal(409, 'TRUELINK_DUPLICATE')
const left = async (as = token) => (await backend.money(as))[WALLET]
const booked = () => backend.db.$count(entries, eq(entries.reason, 'deposit'))

test('the server credits a gift to the main wallet, and the statement shows its source (R110, R338, R175)', async () => {
  expect(await send(sealedGift(giftLink('demo-100.5')))).toEqual(came(100.5))
  expect(await left()).toBe(START + 100.5)
  expect(await backend.rows(token, 1)).toEqual([
    {
      statementType: 'deposit',
      status: 'SUCCESS',
      from: 'TRUEMONEY',
      to: WALLET,
      amount: 100.5,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  await expectSound(backend.db)
})

test('the server redeems gifts of 2 baht or more, and the sandbox counts a link without an amount as 50 baht (R515)', async () => {
  for (const [v, reply] of [
    ['a-2', came(2)],
    ['b-1.99', invalid],
    ['c-0', invalid],
    ['d', came(50)],
    ['e-1.234', came(50)],
    ['used-100', invalid],
  ] as const)
    expect(await send(sealedGift(giftLink(v))), v).toEqual(reply)
  expect(await left()).toBe(START + 2 + 100)
})

test('the server refuses an unreadable link with TRUELINK_INVALID (400) without calling the gateway (R485)', async () => {
  const redeem = vi.spyOn(backend.world, 'redeemGift')
  const before = await dump(backend.db, ['tokens'])
  for (const link of ['x', giftLink('x'), sealedGift('gift'), sealedGift(giftLink('x'), GIFT_WALLET, 'other')])
    expect(await send(link), link).toEqual(invalid)
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  expect(redeem).not.toHaveBeenCalled()
})

test('the server decrypts links with the passphrase from the build, if one is set (D-42)', async () => {
  expect(readSettings({}).giftKey).toBe(GIFT_KEY)
  backend = await startBackend({ env: { VITE_TRUELINK_KEY: 'other' } })
  token = await backend.login()
  expect(await send(sealedGift(giftLink('x')))).toEqual(invalid)
  expect(await send(sealedGift(giftLink('x'), GIFT_WALLET, 'other'))).toEqual(came(50))
})

test.each(['', 'Krapao Demo 3', 'krapao demo 1', ` ${GIFT_WALLET}`])(
  'the server returns NO_WALLET (404) for a gift to %j, which is not one of the operator’s wallets (R469)',
  async (account) => {
    const before = await dump(backend.db, ['tokens'])
    expect(await send(sealedGift(giftLink('x'), account))).toEqual(refusal(404, 'NO_WALLET'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  },
)

describe('a gift link is redeemed once', () => {
  test('and then refused with TRUELINK_DUPLICATE (409) in any form, from any member and for any wallet (R484)', async () => {
    await send(sealedGift(giftLink('a b-20')))
    const other = await backend.login(DEMO.bonus.username)
    for (const link of [
      giftLink('a b-20'),
      giftLink('a+b-20'),
      giftLink('%61%20b-20'),
      ` ${giftLink('a b-20')}#x`,
      `${giftLink('a b-20')}&utm=1`,
      `${giftLink('a b-20')}&v=z`,
      'HTTPS://GIFT.TrueMoney.com:443/campaign/voucher_detail/?x=1&v=a+b-20',
    ])
      for (const as of [token, other])
        expect(await send(sealedGift(link, 'Krapao Demo 2'), { token: as }), link).toEqual(duplicate)
    expect([await left(), await left(other)]).toEqual([START + 20, DEMO.bonus.wallet])
    expect(await booked()).toBe(1)
  })

  test('even if the list of redeemed links is lost (R484)', async () => {
    await send(sealedGift(giftLink('a-20')))
    await backend.db.delete(giftLinks)
    expect(await send(sealedGift(giftLink('a-20')))).toEqual(duplicate)
    expect([await left(), await booked()]).toEqual([START + 20, 1])
  })

  test('even if it is resent after a lost reply, whether newly encrypted or not (R385)', async () => {
    const link = sealedGift(giftLink('a-20'))
    for (let i = 0; i < 3; i++) expect(await send(link, { key: 'same' })).toEqual(came(20))
    expect(await send(sealedGift(giftLink('a-20')), { key: 'same' })).toEqual(refusal(409, 'KEY_INVALID'))
    expect([await left(), await booked()]).toEqual([START + 20, 1])
  })

  test('if twenty requests arrive at once, with one idempotency key or twenty, from one member or two (R385)', async () => {
    const redeem = vi.spyOn(backend.world, 'redeemGift')
    const other = await backend.login(DEMO.bonus.username)
    const times = (ask: (at: number) => Promise<Reply>) => Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)))
    const link = sealedGift(giftLink('a-20'))
    const same = await times(() => send(link, { key: 'same' }))
    expect(same).toEqual(same.map(() => came(20)))
    const different = await times((at) =>
      send(sealedGift(giftLink('b-30')), { key: `key-${at}`, token: at % 2 ? token : other }),
    )
    expect(different.filter(({ status }) => status === 200)).toEqual([came(30)])
    expect(different.filter(({ status }) => status !== 200)).toEqual(Array(19).fill(duplicate))
    expect([redeem.mock.calls.length, await booked()]).toEqual([2, 2])
    expect(Number(await left()) + Number(await left(other))).toBe(START + DEMO.bonus.wallet + 50)
    await expectSound(backend.db)
  })
})

describe('the gateway for gift links', () => {
  test('receives the plain link once per idempotency key, and a refusal from the gateway stores nothing', async () => {
    const redeem = vi.spyOn(backend.world, 'redeemGift')
    const before = await dump(backend.db, ['tokens'])
    const sealed = sealedGift(` ${giftLink('used-9')}&x=1 `)
    expect(await send(sealed, { key: 'same' })).toEqual(invalid)
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    expect(await send(sealed, { key: 'same' })).toEqual(invalid)
    redeem.mockResolvedValueOnce(satang(900))
    expect(await send(sealedGift(giftLink('used-9')), { key: 'other' })).toEqual(came(9))
    const request = expect.stringMatching(/^[0-9a-f]{64}$/)
    const asked = { link: giftLink('used-9'), account: GIFT_WALLET, least: 200, request }
    expect(redeem.mock.calls).toEqual([[asked], [asked]])
  })

  test('receives the same request again if it did not reply', async () => {
    logged()
    const redeem = vi.spyOn(backend.world, 'redeemGift').mockRejectedValueOnce(new Error('no answer'))
    const link = sealedGift(giftLink('a-20'))
    expect(await send(link, { key: 'same' })).toEqual(came(20))
    expect(redeem.mock.calls[1]).toEqual(redeem.mock.calls[0])
  })

  test('redeems nothing while it is closed', async () => {
    Object.assign(backend.world, closedWorld)
    expect(await send(sealedGift(giftLink('a-20')))).toEqual(refusal(400, 'INTERNAL_SERVER_ERROR'))
  })
})

test('a gift creates a wallet for a member who has none, but is refused if the operator has no deposit wallet', async () => {
  const { token: fresh } = await backend.join({})
  expect(await send(sealedGift(giftLink('a-20')), { token: fresh })).toEqual(came(20))
  expect(await left(fresh)).toBe(20)
  await backend.db.delete(depositWallets)
  expect(await send(sealedGift(giftLink('b-20')))).toEqual(refusal(404, 'NO_WALLET'))
})
