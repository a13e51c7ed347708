import { beforeEach, describe, expect, it } from 'vitest'
import { slips } from '#server/core/schema/deposits.ts'
import { limits } from '#server/core/schema/site.ts'
import { DEMO } from '#server/demo/seed.ts'
import { guestOf } from '#tests/kit/chat.ts'
import { holdTable } from '#tests/kit/hold.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, type Reply, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const REFUSED = { status: 429, body: { code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' } }

let backend: Backend
let token: string
let other: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  other = await backend.login(DEMO.bonus.username)
})

const times = (count: number, act: (at: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))
const withStatus = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status)
/** Sets all counters to `count`. */
const countedAs = (count: number) => backend.db.update(limits).set({ count })

describe('the limit for slips', () => {
  const slip = (by: string) => backend.call('wallet.slip', { file: pngSlip() }, { token: by })

  it('allows 20 an hour when 100 are sent concurrently', async () => {
    // The seed contains slips from the last hour, which count towards the limit.
    backend.pass(60 * MINUTE)
    const [before, by] = [await backend.db.$count(slips), await backend.login()]
    const replies = await times(100, () => slip(by))
    expect(withStatus(replies, 200)).toHaveLength(20)
    expect(withStatus(replies, 429)).toHaveLength(80)
    expect(await backend.db.$count(slips)).toBe(before + 20)
    expect((await slip(await backend.login(DEMO.bonus.username))).status).toBe(200)
    backend.pass(60 * MINUTE)
    expect((await slip(await backend.login())).status).toBe(200)
  })

  it('allows 20 an hour even if concurrent slips wait for a locked table', async () => {
    backend.pass(60 * MINUTE)
    const by = await backend.login()
    const slip = () => backend.call('wallet.slip', { file: pngSlip() }, { token: by })
    expect(withStatus(await times(18, slip), 200)).toHaveLength(18)
    const table = await holdTable(backend.db, slips)
    const calls = Array.from({ length: 8 }, slip)
    await table.stopped(...calls)
    await table.release()
    expect(withStatus(await Promise.all(calls), 200)).toHaveLength(2)
  })
})

describe('the limit for promotion codes', () => {
  const find = (code: string, by = token) => backend.call('promotion.find', { code }, { token: by })
  const activate = (code: string) => backend.call('promotion.activate', { code }, { token })

  it('allows 30 of 40 concurrent lookups of unknown codes, and refuses the rest with 429', async () => {
    const replies = await times(40, (at) => find(`GUESS${at}`))
    expect(withStatus(replies, 200)).toHaveLength(30)
    expect(withStatus(replies, 429)).toHaveLength(10)
    expect(await find('KRAPAO100')).toEqual(REFUSED)
    expect(await activate('KRAPAO100')).toEqual(REFUSED)
    expect((await find('KRAPAO100', other)).status).toBe(200)
    backend.pass(15 * MINUTE)
    expect((await find('KRAPAO100')).status).toBe(200)
  })

  it('does not count codes that exist', async () => {
    expect(withStatus(await times(60, () => find('KRAPAO100')), 200)).toHaveLength(60)
    expect(await backend.db.$count(limits)).toBe(0)
  })

  it('counts unknown codes both in activations and in lookups', async () => {
    expect((await activate('GUESS')).body.code).toBe('NO_PROMOTION')
    await countedAs(30)
    expect(await find('GUESS')).toEqual(REFUSED)
  })
})

describe('the limit for gift links', () => {
  const gift = async (link: string, by = token) =>
    backend.call('wallet.truelink', { link: await sealedGift(link) }, { token: by })

  it('refuses a member’s links after 30 invalid ones, but not other members’ links', async () => {
    expect((await gift('nonsense')).status).toBe(400)
    await countedAs(29)
    expect((await gift('nonsense')).status).toBe(400)
    expect(await gift(giftLink('100'))).toEqual(REFUSED)
    expect((await gift(giftLink('100'), other)).status).toBe(200)
  })
})

describe('the limit for QR codes', () => {
  const create = (by: string, key?: string) =>
    backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token: by, ...(key && { key }) })

  it('is 200 an hour per member, and does not refuse a request that is resent (R354)', async () => {
    const first = await create(token, 'first')
    await countedAs(199)
    expect((await create(token)).status).toBe(200)
    expect(await create(token)).toEqual(REFUSED)
    expect(await create(token, 'first')).toEqual(first)
    expect((await create(other)).status).toBe(200)
  })

  it('allows a pending request to be resent while the provider is silent, even at the limit (R354, R387)', async () => {
    backend = await startBackend({ callLimit: 100 })
    token = await backend.login()
    Object.assign(backend.world, { issueQr: () => new Promise(() => {}) })
    const PENDING = { status: 503, body: { code: 'OUTCOME_PENDING', message: 'OUTCOME_PENDING' } }
    expect(await create(token, 'first')).toEqual(PENDING)
    await countedAs(200)
    expect(await create(token)).toEqual(REFUSED)
    expect(await create(token, 'first')).toEqual(PENDING)
  })
})

describe('the limit for SMS codes', () => {
  const check = () => backend.call('otp.verify', { otpToken: 'unknown', otpCode: '123456' })

  it('counts each of 40 wrong codes that are sent concurrently', async () => {
    expect(withStatus(await times(40, check), 400)).toHaveLength(40)
    expect((await backend.db.select().from(limits)).map(({ count }) => count)).toEqual([40])
  })

  it('refuses codes from an IP address after a thousand wrong ones', async () => {
    await check()
    await countedAs(999)
    expect((await check()).status).toBe(400)
    expect(await check()).toEqual(REFUSED)
  })

  it('does not count correct codes', async () => {
    await backend.verify('0611111111')
    const counts = (await backend.db.select().from(limits)).map(({ count }) => count)
    // The only counter counts the sent codes.
    expect(counts).toEqual([1])
  })
})

describe('the limit for chat files', () => {
  const upload = (sent: object) => backend.call('chat.uploadImage', { file: pngSlip() }, sent)

  it('applies per IP address for guests, and per member otherwise', async () => {
    const { sent } = await guestOf(backend)
    expect((await upload(sent)).status).toBe(200)
    await countedAs(60)
    expect(await upload((await guestOf(backend)).sent)).toEqual(REFUSED)
    expect((await upload({ token })).status).toBe(200)
  })
})
