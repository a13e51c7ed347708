import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import { createGateways } from '#server/core/gateways.ts'
import { giftLinks } from '#server/core/schema/deposits.ts'
import { otps } from '#server/core/schema/members.ts'
import { operations } from '#server/core/schema/operations.ts'
import type { Found, World } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { reconcile } from '#server/domain/reconciler.ts'
import { kinds } from '#server/handlers/kinds.ts'
import { logged } from '#tests/kit/logged.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

const START = DEMO.member.wallet
const pending = { status: 503, body: { code: 'OUTCOME_PENDING', message: 'OUTCOME_PENDING' } }

let backend: Backend
let token: string
/** The games' own books, which a rollback of the site's database does not undo. */
let book: Map<string, number>
/** The faults of the next game orders: the order is lost, or is executed without a reply. */
let fate: ('lost' | 'no answer')[]

const moveIntoGame: World['moveIntoGame'] = async ({ gameCode, amount, request }) => {
  const line = `${gameCode} ${request}`
  const next = fate.shift()
  if (next === 'lost') throw new Error('lost')
  book.set(line, amount)
  if (next === 'no answer') throw new Error('no answer')
}
const find: World['find'] = async ({ call, input, request }) => {
  if (call !== 'moveIntoGame' || !input || !('gameCode' in input)) return { state: 'never' }
  return { state: book.has(`${input.gameCode} ${request}`) ? 'done' : 'never' }
}

/** Starts a backend whose calls wait up to `callLimit` ms for a provider. */
async function start(callLimit: number) {
  backend = await startBackend({ callLimit })
  token = await backend.login()
  book = new Map()
  fate = []
  Object.assign(backend.world, { moveIntoGame, find })
  logged()
}
beforeEach(() => start(500))

const states = async () => (await backend.db.select().from(operations)).map(({ state }) => state)
const transfer = (amount: number, key = 'same', to = 'pg') =>
  backend.call('wallet.transfer', { from: WALLET, to, amount }, { token, key })
const cannotSay = async (): Promise<Found> => ({ state: 'unknown' })

/** Reconciles like a process that starts after another one has died and its leases have expired. */
async function restart(): Promise<number> {
  await backend.db.update(operations).set({ nextAt: sql`now()` })
  const { db, now, world } = backend
  return reconcile({ db, gateways: createGateways(world), kinds, now, unfinished: new Map() })
}

/** Simulates a process that dies before it commits the booking. */
async function dieBeforeBooking<T>(ask: () => Promise<T>): Promise<T> {
  const transaction = backend.db.transaction.bind(backend.db)
  let changes = 0
  const spy = vi.spyOn(backend.db, 'transaction').mockImplementation((run, config) => {
    changes += config ? 0 : 1
    return changes > 1 ? Promise.reject(new Error('ended')) : transaction(run, config)
  })
  try {
    return await ask()
  } finally {
    spy.mockRestore()
  }
}

/** Loses the database's reply to the commit of change number `lost`, counted from 1. */
async function loseCommit<T>(lost: number, ask: () => Promise<T>): Promise<T> {
  const transaction = backend.db.transaction.bind(backend.db)
  let changes = 0
  const spy = vi.spyOn(backend.db, 'transaction').mockImplementation(async (run, config) => {
    changes += config ? 0 : 1
    const isLost = !config && changes === lost
    const done = await transaction(run, config)
    if (isLost) throw new Error('Connection terminated unexpectedly')
    return done
  })
  try {
    return await ask()
  } finally {
    spy.mockRestore()
  }
}

describe('an operation whose process lost the database connection', () => {
  const pass = () => {
    const { db, now, world, unfinished } = backend
    return reconcile({ db, gateways: createGateways(world), kinds, now, unfinished })
  }

  it.each([
    ['order', 1, 1],
    ['booking', 2, 0],
  ])(
    'is settled after the next reconciler pass if the reply to its %s commit was lost (R385)',
    async (_, lost, taken) => {
      expect((await loseCommit(lost, () => transfer(100))).status).toBe(503)
      expect(await pass()).toBe(taken)
      expect(await pass()).toBe(0)
      expect(await transfer(100)).toEqual({ status: 200, body: {} })
      expect([...book.values()]).toEqual([toSatang(100)])
      await expectSound(backend.db)
    },
  )

  it('is settled by the next pass of the reconciler if its booking was never committed (R385)', async () => {
    expect((await dieBeforeBooking(() => transfer(100))).status).toBe(500)
    expect(await pass()).toBe(1)
    expect(await transfer(100)).toEqual({ status: 200, body: {} })
    expect([...book.values()]).toEqual([toSatang(100)])
  })

  it('is settled by the second pass of the reconciler if the first pass also loses the connection (R385)', async () => {
    await dieBeforeBooking(() => transfer(100))
    const lost = new Error('Connection terminated unexpectedly')
    const spy = vi.spyOn(backend.db, 'transaction').mockRejectedValueOnce(lost)
    expect(await pass()).toBe(1)
    spy.mockRestore()
    expect(await states()).toEqual(['sent'])
    expect(await pass()).toBe(1)
    expect(await states()).toEqual(['settled'])
    expect([...book.values()]).toEqual([toSatang(100)])
    await expectSound(backend.db)
  })

  it('is taken over only after its lease has expired, if its booking failed for a reason other than a lost connection', async () => {
    await dieBeforeBooking(() => transfer(100))
    const spy = vi.spyOn(backend.db, 'transaction').mockRejectedValueOnce(new Error('no such column'))
    expect(await pass()).toBe(1)
    spy.mockRestore()
    expect([await pass(), await states()]).toEqual([0, ['sent']])
    await restart()
    expect(await states()).toEqual(['settled'])
  })

  it('is not taken over if another process has started it again', async () => {
    await loseCommit(1, () => transfer(100))
    await backend.db.update(operations).set({ at: sql`${operations.at} + interval '1 second'` })
    expect(await pass()).toBe(0)
    expect(await states()).toEqual(['sent'])
  })
})

describe('a transfer to a game', () => {
  it('reserves its money, so that the money cannot be spent again if the process dies before the booking (R385)', async () => {
    expect((await dieBeforeBooking(() => transfer(START))).status).toBe(500)
    expect([...book.values()]).toEqual([toSatang(START)])
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 0 })
    expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).body.code).toBe('MONEY_NOT_ENOUGH')

    expect(await restart()).toBe(1)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: 0, pg: DEMO.member.games.pg + START })
    expect(await transfer(START)).toEqual({ status: 200, body: {} })
    expect([book.size, await states()]).toEqual([1, ['settled']])
    await expectSound(backend.db)
  })

  it('is resent to the game if the request was lost, and is made only once (R385)', async () => {
    fate = ['lost']
    expect(await transfer(100)).toEqual({ status: 200, body: {} })
    expect([...book.values()]).toEqual([toSatang(100)])
    await expectSound(backend.db)
  })

  it('is made once if the game executes it but does not answer (R385)', async () => {
    fate = ['no answer']
    const games = vi.spyOn(backend.world, 'moveIntoGame')
    expect(await transfer(100)).toEqual({ status: 200, body: {} })
    expect([games.mock.calls.length, [...book.values()]]).toEqual([1, [toSatang(100)]])
  })

  it('waits until the game can report the outcome', async () => {
    await start(10_000)
    const answers: Found[] = [{ state: 'unknown' }]
    Object.assign(backend.world, {
      find: async (order: Parameters<World['find']>[0]) => answers.shift() ?? find(order),
    })
    fate = ['no answer']
    expect(await transfer(100)).toEqual({ status: 200, body: {} })
    expect(answers).toEqual([])
  })

  it('is booked once if the reconciler settles it while the game is still answering (R385)', async () => {
    const gate = Promise.withResolvers<void>()
    Object.assign(backend.world, {
      moveIntoGame: async (order: Parameters<typeof moveIntoGame>[0]) => {
        await moveIntoGame(order)
        await gate.promise
      },
    })
    const answer = transfer(77)
    await until(() => expect(book.size).toBe(1))
    expect([await restart(), await states()]).toEqual([1, ['settled']])
    gate.resolve()
    expect(await answer).toEqual({ status: 200, body: {} })
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START - 77, pg: DEMO.member.games.pg + 77 })
    expect((await backend.rows(token)).filter(({ amount }) => amount === 77)).toHaveLength(1)
    await expectSound(backend.db)
  })

  it('is refused immediately while calls to a failing game are paused', async () => {
    Object.assign(backend.world, {
      moveIntoGame: () => Promise.reject(new Error('down')),
      find: async () => ({ state: 'never' }),
    })
    for (const key of ['a', 'b', 'c', 'd', 'e']) expect((await transfer(1, key)).body.code).toBe('TRANSFER_FAIL')
    Object.assign(backend.world, { find: cannotSay })
    expect((await transfer(1, 'f')).body.code).toBe('TRANSFER_FAIL')
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START })
    await expectSound(backend.db)
  })

  it('is checked again after pauses that double each time, up to one minute', async () => {
    Object.assign(backend.world, { find: cannotSay })
    fate = ['no answer']
    expect(await transfer(100)).toEqual(pending)
    const pauses: number[] = []
    for (let pass = 0; pass < 9; pass++) {
      await restart()
      const left = sql`extract(epoch from ${operations.nextAt} - now())`.mapWith(Number)
      const [row] = await backend.db.select({ left }).from(operations)
      pauses.push(Math.round(row?.left ?? 0))
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('stays in transit while its outcome is unknown, and a retry receives the final reply', async () => {
    Object.assign(backend.world, { find: cannotSay })
    fate = ['no answer']
    expect(await transfer(100)).toEqual(pending)
    expect(await transfer(100)).toEqual(pending)
    expect([await backend.money(token), await states()]).toEqual([
      expect.objectContaining({ [WALLET]: START - 100, pg: DEMO.member.games.pg }),
      ['unknown'],
    ])
    expect((await backend.rows(token, 1))[0]).not.toMatchObject({ statementType: 'transfer', to: 'Moonreel' })

    Object.assign(backend.world, { find })
    await restart()
    expect(await transfer(100)).toEqual({ status: 200, body: {} })
    expect(await backend.rows(token, 1)).toMatchObject([{ to: 'Moonreel', amount: 100, status: 'SUCCESS' }])
    await expectSound(backend.db)
  })

  it('is reversed when the game later reports that it refused the transfer (R478)', async () => {
    Object.assign(backend.world, { find: cannotSay })
    fate = ['lost']
    expect(await transfer(100)).toEqual(pending)
    Object.assign(backend.world, { find: async () => new ApiError('TRANSFER_FAIL') })
    await restart()
    expect((await transfer(100)).body).toMatchObject({ code: 'TRANSFER_FAIL' })
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START })
    expect(await backend.rows(token, 1)).toMatchObject([{ to: 'Moonreel', amount: 100, status: 'FAILED' }])
    await expectSound(backend.db)
  })

  it('returns its money to the wallet if the source game paid out before the process died and the target game refuses (R478)', async () => {
    const from = () => backend.call('wallet.transfer', { from: 'pg', to: 'joker2', amount: 20 }, { token, key: 'same' })
    expect((await dieBeforeBooking(from)).status).toBe(500)
    for (const line of book.keys()) if (line.startsWith('joker2')) book.delete(line)
    Object.assign(backend.world, { moveIntoGame: () => Promise.reject(new ApiError('TRANSFER_FAIL')) })
    await restart()
    expect((await from()).body).toMatchObject({ code: 'TRANSFER_FAIL' })
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START + 20, pg: DEMO.member.games.pg - 20 })
    await expectSound(backend.db)
  })

  it.each([
    ['nothing', undefined],
    ['a page', '<html>'],
    ['an unknown state', { state: 'maybe' }],
  ])('stays in transit if the game answers %s', async (_, nonsense) => {
    Object.assign(backend.world, { find: async () => nonsense })
    fate = ['lost']
    expect(await transfer(100)).toEqual(pending)
    await restart()
    expect([await states(), book.size]).toEqual([['unknown'], 0])
  })
})

it('the outcome of each operation is requested by only one of several processes', async () => {
  Object.assign(backend.world, { find: cannotSay })
  fate = ['no answer', 'no answer', 'no answer']
  await Promise.all([transfer(10, 'a'), transfer(20, 'b'), transfer(30, 'c')])
  const asked = vi.fn(find)
  Object.assign(backend.world, { find: asked })
  await backend.db.update(operations).set({ nextAt: sql`now()` })
  const { db, now, world } = backend
  const outside = { db, gateways: createGateways(world), kinds, now, unfinished: new Map() }
  const taken = await Promise.all([reconcile(outside), reconcile(outside), reconcile(outside)])
  expect(taken.reduce((sum, each) => sum + each)).toBe(3)
  expect(new Set(asked.mock.calls.map(([{ request }]) => request)).size).toBe(asked.mock.calls.length)
  expect(await states()).toEqual(['settled', 'settled', 'settled'])
  await expectSound(backend.db)
})

describe('ending a bonus', () => {
  const end = (as: string, key = 'same') => backend.call('bonus.clear', {}, { token: as, key })

  it('takes effect once even if the process dies before it is booked (R385)', async () => {
    const as = await backend.login(DEMO.bonus.username)
    const before = await backend.money(as)
    expect((await dieBeforeBooking(() => end(as))).status).toBe(500)
    expect((await end(as, 'other')).body.code).toBe('BONUS_CONDITION')
    await restart()
    expect((await end(as)).body).toEqual({ message: 'BONUS_CLEAR' })
    const taken = [...book.values()].reduce((sum, amount) => sum - amount, 0)
    expect(taken).toBe(
      toSatang(Object.entries(before).reduce((sum, [code, amount]) => sum + (code === WALLET ? 0 : amount), 0)),
    )
    await expectSound(backend.db)
  })

  it('locks the main wallet until its outcome is known (R25, D-20)', async () => {
    const as = await backend.login(DEMO.bonus.username)
    const withdraw = () => backend.call('wallet.withdrawAll', { amount: DEMO.bonus.wallet }, { token: as })
    expect((await dieBeforeBooking(() => end(as))).status).toBe(500)
    expect((await withdraw()).body.code).toBe('BONUS_CONDITION')
    await restart()
    expect((await withdraw()).status).toBe(200)
  })
})

describe('a gift link', () => {
  const link = sealedGift(giftLink('a-20'))
  const send = (as = token, key = 'same') => backend.call('wallet.truelink', { link }, { token: as, key })

  it('can be resent with a new idempotency key if it was never cashed, because the server does not store links for a retry (R338)', async () => {
    Object.assign(backend.world, { redeemGift: () => Promise.reject(new Error('lost')), find: cannotSay })
    expect(await send()).toEqual(pending)
    expect(JSON.stringify(await backend.db.select().from(operations))).not.toContain('a-20')
    expect((await send(token, 'other')).body.code).toBe('TRUELINK_DUPLICATE')
    Object.assign(backend.world, { redeemGift: async () => 2_000, find })
    await restart()
    // a general error, because no provider has judged the link yet
    expect((await send()).body.code).toBe('INTERNAL_SERVER_ERROR')
    expect((await send(token, 'third')).body).toEqual({ amount: 20 })
  })

  it('is credited once if the process died after the link was cashed (R338)', async () => {
    const redeemGift = vi.fn(async () => 2_000)
    Object.assign(backend.world, { redeemGift, find: async () => ({ state: 'done', result: 2_000 }) })
    expect((await dieBeforeBooking(send)).status).toBe(500)
    await restart()
    expect((await send()).body).toEqual({ amount: 20 })
    expect([redeemGift.mock.calls.length, await backend.money(token)]).toEqual([
      1,
      expect.objectContaining({ [WALLET]: START + 20 }),
    ])
  })

  it.each([['-5'], [-500], [0], [Number.NaN], [1.5], [null], ['<html>']])(
    'is not credited while the provider answers %j, but is credited as soon as the answer is valid',
    async (nonsense) => {
      Object.assign(backend.world, {
        redeemGift: async () => nonsense,
        find: async () => ({ state: 'done', result: nonsense }),
      })
      expect(await send()).toEqual(pending)
      expect(await backend.money(token)).toMatchObject({ [WALLET]: START })
      Object.assign(backend.world, { find: async () => ({ state: 'done', result: 2_000 }) })
      await restart()
      expect(await backend.money(token)).toMatchObject({ [WALLET]: START + 20 })
    },
  )

  it('is cashed once when 50 members send it concurrently (R338)', async () => {
    await start(10_000)
    const members = await Promise.all(
      Array.from({ length: 50 }, (_, at) => backend.join({ username: `07000000${String(at).padStart(2, '0')}` })),
    )
    const replies = await Promise.all(members.map(({ token: as }, at) => send(as, `key-${at}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await backend.db.$count(giftLinks)).toBe(1)
    await expectSound(backend.db)
  })
})

it('an SMS code whose delivery is uncertain is pending until it expires, and is then reported as failed', async () => {
  const PHONE = '0611111111'
  Object.assign(backend.world, { sendSms: () => Promise.reject(new Error('no answer')), find: cannotSay })
  expect((await backend.call('otp.send', { phoneNumber: PHONE }, { key: 'k' })).body.code).toBe('OUTCOME_PENDING')
  await restart()
  expect(await states()).toEqual(['unknown'])
  backend.pass(5 * 60_000)
  await restart()
  expect([await states(), await backend.db.$count(otps)]).toEqual([['refused'], 0])
  expect((await backend.call('otp.send', { phoneNumber: PHONE }, { key: 'k' })).body.code).toBe('OTP_SEND_FAIL')
})

it('the newest SMS code stays valid if the previous one turns out not to have been sent', async () => {
  const PHONE = '0611111111'
  const { sendSms } = backend.world
  await backend.code(PHONE)
  backend.pass(61_000)
  Object.assign(backend.world, { sendSms: () => Promise.reject(new Error('no answer')), find: cannotSay })
  expect((await backend.call('otp.send', { phoneNumber: PHONE }, { key: 'k' })).body.code).toBe('OUTCOME_PENDING')
  backend.pass(61_000)
  Object.assign(backend.world, { sendSms })
  const { otpToken, otpCode } = await backend.code(PHONE)
  Object.assign(backend.world, { find: async () => new ApiError('OTP_SEND_FAIL') })
  await restart()
  expect(await states()).toEqual(expect.not.arrayContaining(['sent', 'unknown']))
  expect((await backend.call('otp.verify', { otpToken, otpCode })).status).toBe(200)
})

it('a failing QR code provider does not affect the other providers', async () => {
  const { issueQr } = backend.world
  Object.assign(backend.world, {
    issueQr: (order: Parameters<World['issueQr']>[0]) =>
      order.provider === 'KBANK' ? Promise.reject(new Error('broken')) : issueQr(order),
    find: async () => new ApiError('QR_FAIL'),
  })
  const create = async (provider: 'KBANK' | 'FP') =>
    'qrcodeId' in (await backend.call('qr.create', { provider, amount: 300 }, { token })).body
  for (let attempt = 0; attempt < 11; attempt++) expect(await create('KBANK')).toBe(false)
  expect(await create('FP')).toBe(true)
})

it('a change is reported as pending while its provider is silent, and is booked when the provider answers', async () => {
  let answer = () => {}
  const silent = new Promise<void>((resolve) => {
    answer = resolve
  })
  Object.assign(backend.world, { moveIntoGame: () => silent })
  const start = performance.now()
  expect(await transfer(100)).toEqual(pending)
  // the call's time limit applies, not the provider's
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(await states()).toEqual(['sent'])
  answer()
  await vi.waitFor(async () => expect(await states()).toEqual(['settled']))
  expect(await transfer(100)).toEqual({ status: 200, body: {} })
  await expectSound(backend.db)
})

it('an operation’s lease is renewed after a slow step, so that no other process takes it over', async () => {
  const slow = 31_000
  let late = 0
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + late)
  onTestFinished(() => void vi.restoreAllMocks())
  const leases: number[] = []
  Object.assign(backend.world, {
    moveIntoGame: async () => {
      const [row] = await backend.db
        .select({ left: sql`extract(epoch from "nextAt" - now())`.mapWith(Number) })
        .from(operations)
      leases.push(row?.left ?? 0)
      await backend.db.update(operations).set({ nextAt: sql`now()` })
      late += slow
    },
  })
  const between = await backend.call('wallet.transfer', { from: 'pg', to: 'joker2', amount: 1 }, { token })
  expect(between.status).toBe(200)
  expect(leases).toEqual([expect.closeTo(90, -1), expect.closeTo(90, -1)])
})

it('a QR code that its provider issues late does not replace a newer one', async () => {
  const create = (key: string) => backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token, key })
  const { issueQr } = backend.world
  Object.assign(backend.world, { issueQr: () => Promise.reject(new Error('no answer')), find: cannotSay })
  expect(await create('first')).toEqual(pending)
  backend.pass(1_000)
  Object.assign(backend.world, { issueQr })
  const { qrcodeId } = (await create('second')).body
  Object.assign(backend.world, { find: async () => ({ state: 'done', result: 'late' }) })
  await restart()
  expect((await backend.call('qr.get', { provider: 'KBANK' }, { token })).body.qrcodeId).toBe(qrcodeId)
})

it('a stalled game does not delay other games and calls', async () => {
  let letGo = () => {}
  const stalled = new Promise<void>((resolve) => {
    letGo = resolve
  })
  Object.assign(backend.world, {
    moveIntoGame: (order: Parameters<World['moveIntoGame']>[0]) =>
      order.gameCode === 'pg' ? stalled : moveIntoGame(order),
  })
  const waiting = Array.from({ length: 30 }, (_, at) => transfer(1, `stalled-${at}`))
  await vi.waitFor(async () => expect(await backend.db.$count(operations)).toBe(30), { timeout: 20_000 })
  expect(await transfer(1, 'other', 'joker2')).toEqual({ status: 200, body: {} })
  expect((await backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token })).status).toBe(200)
  letGo()
  await Promise.all(waiting)
  await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['settled'])), { timeout: 20_000 })
  for (const at of waiting.keys()) expect(await transfer(1, `stalled-${at}`)).toEqual({ status: 200, body: {} })
  await expectSound(backend.db)
})

it('after repeated failures, a provider is not called for a while, and the money of a transfer is returned immediately', async () => {
  const games = vi.fn(() => Promise.reject(new Error('no answer')))
  Object.assign(backend.world, { moveIntoGame: games })
  for (let at = 0; at < 5; at++) expect((await transfer(1, `broken-${at}`)).body.code).toBe('TRANSFER_FAIL')
  const asked = games.mock.calls.length
  expect((await transfer(1, 'after')).body.code).toBe('TRANSFER_FAIL')
  expect(games.mock.calls.length).toBe(asked)
  expect(await transfer(1, 'other', 'joker2')).toMatchObject({ status: 400 })
  expect(await backend.money(token)).toMatchObject({ [WALLET]: START })
})

it('20 concurrent requests to open a game account call the game only once (R328)', async () => {
  await start(10_000)
  const openGame = vi.fn(async () => {})
  Object.assign(backend.world, { openGame })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      backend.call('wallet.activate', { code: 'orbiten' }, { token, key: `open-${at}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(openGame).toHaveBeenCalledTimes(1)
})

it('two members who use the same idempotency key get separate operations', async () => {
  await transfer(100)
  const other = await backend.login(DEMO.bonus.username)
  const { body } = await backend.call(
    'wallet.transfer',
    { from: WALLET, to: 'pg', amount: 100 },
    { token: other, key: 'same' },
  )
  expect(body).toEqual({})
  const owners = await backend.db
    .select({ memberId: operations.memberId })
    .from(operations)
    .where(inArray(operations.state, ['settled']))
  expect(new Set(owners.map(({ memberId }) => memberId)).size).toBe(2)
  expect(await backend.db.$count(operations, eq(operations.kind, 'transfer'))).toBe(2)
})
