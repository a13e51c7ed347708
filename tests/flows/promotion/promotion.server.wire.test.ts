import { beforeEach, expect, test } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const find = (code: string, sent: Sent = {}) => backend.call('promotion.find', { code }, { token, ...sent })
const take = (code: string, sent: Sent = {}) => backend.call('promotion.activate', { code }, { token, ...sent })
const current = async () => (await backend.call('promotion.current', {}, { token })).body
const active = async () => (await backend.call('bonus.active', {}, { token })).body
const clear = () => backend.call('bonus.clear', {}, { token })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })

test.each(['KRAPAO100', 'krapao100', '  Krapao100 '])(
  'a lookup finds the promotion with the code %j (R174, R281, R368)',
  async (code) => {
    expect(await find(code)).toEqual({
      status: 200,
      body: { percentFail: 20, description: expect.stringContaining('100\u00A0บาท') },
    })
  },
)

test('a lookup describes the promotion in the player’s language, and returns null for an unknown code (R174, D-02)', async () => {
  for (const [language, word] of [
    ['LA', 'ເຂົ້າກະເປົາຫຼັກ'],
    ['EN', 'for your main wallet'],
  ] as const)
    expect((await find('LUCKY50', { headers: { Cookie: `lang=${language}` } })).body).toMatchObject({
      description: expect.stringContaining(word),
    })
  for (const code of ['KRAPAO', 'KRAPAO1000', '%', "'"]) expect(await find(code)).toEqual({ status: 200, body: null })
})

test('a claimed promotion is credited, and becomes the active bonus and the current promotion (R369, R370, D-18)', async () => {
  expect(await current()).toBeNull()
  expect(await take('krapao100')).toEqual({ status: 200, body: {} })
  expect((await backend.money(token))[WALLET]).toBe(START + 100)
  expect(await active()).toEqual({
    status: true,
    type: 'promotion',
    name: 'KRAPAO100',
    remaining: 100,
    turnover: 100,
    percentFail: 20,
    takesBack: 100,
  })
  expect(await current()).toEqual((await find('KRAPAO100')).body)
  expect((await backend.rows(token, 1))[0]).toMatchObject({
    statementType: 'bonus',
    from: 'PROMOTION',
    amount: 100,
    promotion: { description: 'KRAPAO100' },
  })
  await backend.stake('lose', 100)
  expect(await active()).toMatchObject({ remaining: 80 })
  await expectSound(backend.db)
})

test('ending the bonus adds a statement row with the bonus’s name, and clears the current promotion (R24, D-16)', async () => {
  await take('LUCKY50')
  expect((await clear()).body).toEqual({ message: 'BONUS_CLEAR' })
  expect([await current(), await active()]).toEqual([null, { status: false }])
  expect((await backend.rows(token, 1))[0]).toMatchObject({
    statementType: 'finish_bonus',
    promotion: { description: 'LUCKY50' },
  })
  await expectSound(backend.db)
})

test('a member can claim a promotion only once, even after it has ended, and another member can still claim it (R461)', async () => {
  await take('KRAPAO100')
  const before = await dump(backend.db, ['tokens'])
  expect(await take('KRAPAO100')).toEqual(refusal(409, 'PROMOTION_RECEIVED'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  await clear()
  expect(await take('krapao100')).toEqual(refusal(409, 'PROMOTION_RECEIVED'))
  const other = await backend.join({})
  expect((await take('KRAPAO100', { token: other.token })).status).toBe(200)
  expect((await backend.money(other.token))[WALLET]).toBe(100)
})

test('an active bonus blocks every other claim with BONUS_REMAINING, or with BONUS_ALREADY_ACTIVE once its turnover is reached (R448, R449)', async () => {
  await take('LUCKY50')
  const others = [() => take('KRAPAO100'), () => backend.call('bonus.activate', { code: 'DAILY' }, { token })]
  const before = await dump(backend.db, ['tokens'])
  for (const other of others) expect(await other()).toEqual(refusal(409, 'BONUS_REMAINING'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  await backend.stake('win', 50)
  for (const other of others) expect(await other()).toEqual(refusal(409, 'BONUS_ALREADY_ACTIVE'))
})

test('a promotion code added in the sandbox works immediately, and a duplicate or invalid one is rejected (R368)', async () => {
  const fields = { code: ' songkran ', amount: '12.5', percentFail: '0' }
  expect((await backend.form('/reward/promotion', fields)).status).toBe(303)
  expect((await backend.form('/reward/promotion', fields)).status).toBe(409)
  for (const wrong of [{ code: ' ' }, { amount: '0' }, { percentFail: '101' }, { percentFail: '' }])
    expect((await backend.form('/reward/promotion', { ...fields, code: 'X', ...wrong })).status).toBe(400)
  expect((await take('SONGKRAN')).status).toBe(200)
  expect((await backend.money(token))[WALLET]).toBe(START + 12.5)
})
