import fc from 'fast-check'
import { Hono } from 'hono'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { change } from '#contract/call.ts'
import { Amount, negate, type Satang, satang, toBaht, toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { createGateways } from '#server/core/gateways.ts'
import { newId } from '#server/core/schema/columns.ts'
import { games } from '#server/core/schema/games.ts'
import { entries } from '#server/core/schema/money.ts'
import { readSettings } from '#server/core/settings.ts'
import { readSwitches } from '#server/core/switches.ts'
import type { World } from '#server/core/world.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { accountOf, post } from '#server/domain/ledger.ts'
import { createSiteKeys } from '#server/domain/site-key.ts'
import { answer } from '#server/http/call.ts'
import { postedTo } from '#tests/kit/posted.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'

const MEMBERS = 20
const OPERATIONS = process.env.NIGHT ? 2_000 : 600
const AT_ONCE = 20
const SEED = 20_260_101
/** The opening balance of each account, low enough that about every third operation is refused. */
const OPENING = satang(5_000)

const account = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9))
const Move = v.strictObject({ from: account, to: account, amount: Amount })
const move = change('POST /api/move', Move, v.object({ receipt: v.string() }))

async function moveMoney(input: unknown, context: HandlerContext) {
  const { db, owner, now } = context
  const { from, to, amount } = input as v.InferOutput<typeof Move>
  const lines = [
    { account: from, amount: negate(amount) },
    { account: to, amount },
  ]
  await post(db, { memberId: owner, by: callerOf(context), reason: 'game', at: new Date(now()), postings: lines })
  return { receipt: newId() }
}

let backend: Backend
beforeEach(async () => {
  backend = await startBackend({ env: { WITHDRAW_MIN: '0.01' } })
})

const add = (sums: Map<number, number>, id: number, amount: number) => sums.set(id, (sums.get(id) ?? 0) + amount)

type Place = { code: string; account: number }
/** A member, with the accounts that hold the member's money. `pending` is the account of the reserved money. */
type Player = { id: string; token: string; wallet: Place; games: [Place, Place]; pending: number }

/** Adds twenty members, each with money in a wallet and two games. */
async function addPlayers(outside: number): Promise<Player[]> {
  const { db } = backend
  const [first = '', second = ''] = (await db.select({ code: games.code }).from(games).limit(2)).map(({ code }) => code)
  const players: Player[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const { id, token } = await backend.join({ username: `07${i}` })
    const game = async (gameCode: string) => ({
      code: gameCode,
      account: await accountOf(db, { kind: 'game', memberId: id, gameCode }),
    })
    const wallet = { code: WALLET, account: await accountOf(db, { kind: 'wallet', memberId: id }) }
    const own: Player['games'] = [await game(first), await game(second)]
    const gifts = [wallet, ...own].map((place) => ({ account: place.account, amount: OPENING }))
    await post(db, {
      memberId: id,
      by: { actor: 'operator', cause: 'test' },
      reason: 'seed',
      at: new Date(backend.now()),
      postings: [{ account: outside, amount: satang(-OPENING * 3) }, ...gifts],
    })
    players.push({ id, token, wallet, games: own, pending: await accountOf(db, { kind: 'pending', memberId: id }) })
  }
  return players
}

/**
 * A request, and the movement it causes if it succeeds: the source account, the target account and the amount in
 * satang.
 */
type Operation = {
  token: string
  path: string
  input: object
  moved: (reply: string) => [from: number, to: number, amount: number]
}
type Draw = { kind: number; by: Player; from: number; to: number; satang: Satang }

/**
 * Returns a random operation. A third of the operations are moves between any two accounts. The rest are member calls:
 * transfer, transfer all and withdraw.
 */
function operationOf(ids: number[], { kind, by, from, to, satang }: Draw): Operation {
  const { token, wallet, games, pending } = by
  const amount = toBaht(satang)
  const places = [wallet, ...games]
  const [source = wallet, target = wallet] = [places[from % 3], places[to % 3]]
  const game = games[to % 2] ?? wallet
  const [a = 0, b = 0] = [ids[from], ids[to]]
  if (kind < 2) return { token, path: '/api/move', input: { from: a, to: b, amount }, moved: () => [a, b, satang] }
  if (kind < 4) {
    const input = { from: source.code, to: target.code, amount }
    return { token, path: '/api/wallet/transfer', input, moved: () => [source.account, target.account, satang] }
  }
  if (kind < 5)
    return { token, path: '/api/wallet/withdrawAll', input: { amount }, moved: () => [wallet.account, pending, satang] }
  const all = (reply: string) => toSatang(JSON.parse(reply).amount)
  return {
    token,
    path: '/api/wallet/transferAll',
    input: { to: game.code },
    moved: (reply) => [wallet.account, game.account, all(reply)],
  }
}

/**
 * Games that refuse every fifth withdrawal and keep their own books. `told` maps each account to the sum of its
 * movements.
 */
function bookkeepingGames(players: Player[]) {
  const told = new Map<number, number>()
  let asked = 0
  const moveIntoGame: World['moveIntoGame'] = async ({ memberId, gameCode, amount }) => {
    if (amount < 0 && ++asked % 5 === 0) throw new ApiError('TRANSFER_FAIL')
    const games = players.find(({ id }) => id === memberId)?.games
    add(told, games?.find(({ code }) => code === gameCode)?.account ?? 0, amount)
  }
  return { told, moveIntoGame }
}

test(`${OPERATIONS} concurrent operations by ${MEMBERS} members never lose, duplicate or create money (R385)`, async () => {
  const outside = await accountOf(backend.db, { kind: 'outside' })
  const players = await addPlayers(outside)
  const { told, moveIntoGame } = bookkeepingGames(players)
  Object.assign(backend.world, { moveIntoGame })
  const nobody = {
    push: () => {},
    hangUp: () => {},
    switches: readSwitches,
    picture: String,
    siteKey: createSiteKeys(),
  }
  const { now, world } = backend
  const base = {
    now,
    draw: () => 0,
    world,
    gateways: createGateways(world),
    settings: readSettings({}),
    unfinished: new Map(),
    ...nobody,
  }
  const app = new Hono()
    .post('/api/move', (c) => answer(c, backend.db, base, 'qr.create', move, moveMoney))
    .post('/api/*', (c) => backend.app.fetch(c.req.raw))
  app.onError((error, c) => c.json({ code: error instanceof ApiError ? error.code : error.message }, 500))

  const ids = [outside, ...players.flatMap(({ wallet, games }) => [wallet, ...games].map((place) => place.account))]
  const place = fc.nat(ids.length - 1)
  const drawn = fc
    .record({
      kind: fc.nat(5),
      by: fc.constantFrom(...players),
      from: place,
      to: place,
      satang: fc.integer({ min: 1, max: 4_000 }).map(satang),
      twice: fc.nat(9),
    })
    .filter(({ from, to }) => from !== to)
  const operations = fc
    .sample(drawn, { numRuns: OPERATIONS, seed: SEED })
    .map((draw, i) => ({ ...operationOf(ids, draw), key: `key-${i}`, twice: draw.twice === 0 }))
  const queue = operations.flatMap((op) => (op.twice ? [op, op] : [op]))
  const expected = await postedTo(backend.db)

  const replies = new Map<string, string[]>()
  const work = async () => {
    for (let op = queue.shift(); op; op = queue.shift()) {
      const headers = {
        Authorization: `Bearer ${op.token}`,
        'Idempotency-Key': op.key,
        'X-Requested-With': 'wallet-user',
      }
      const reply = await app.request(op.path, { method: 'POST', headers, body: JSON.stringify(op.input) })
      replies.set(op.key, [...(replies.get(op.key) ?? []), await reply.text()])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  const booked = new Map<string, number>()
  const codes = new Set<string>()
  const calls = new Map<number, number>()
  for (const { key, path, moved } of operations) {
    const [done, refused] = [new Set<string>(), new Set<string>()]
    for (const reply of replies.get(key) ?? []) ('code' in JSON.parse(reply) ? refused : done).add(reply)
    for (const reply of refused) codes.add(JSON.parse(reply).code)
    expect(done.size, 'a repeat gets the same reply').toBeLessThanOrEqual(1)
    for (const reply of done) {
      booked.set(path, (booked.get(path) ?? 0) + 1)
      const [from, to, amount] = moved(reply)
      add(expected, from, -amount)
      add(expected, to, amount)
      if (path === '/api/move') continue
      add(calls, from, -amount)
      add(calls, to, amount)
    }
  }
  expect(codes).toEqual(new Set(['MONEY_NOT_ENOUGH', 'TRANSFER_MINIMUM', 'TRANSFER_REFUSED']))
  const written = await backend.db.select().from(entries)
  const of = (reason: string) => written.filter((entry) => entry.reason === reason).length
  const count = (path: string) => booked.get(path) ?? 0
  expect(of('game')).toBe(count('/api/move'))
  expect(of('transfer')).toBe(count('/api/wallet/transfer') + count('/api/wallet/transferAll'))
  expect(of('withdraw')).toBe(count('/api/wallet/withdrawAll'))
  for (const reason of ['game', 'transfer', 'withdraw']) expect(of(reason), reason).toBeGreaterThan(OPERATIONS / 100)
  const holding = (sums: ReadonlyMap<number, number>) => new Map([...sums].filter(([, sum]) => sum !== 0))
  expect(holding(await postedTo(backend.db))).toEqual(holding(expected))
  for (const { account } of players.flatMap(({ games }) => games))
    expect(told.get(account) ?? 0, 'the games hold what the ledger says').toBe(calls.get(account) ?? 0)
  expect(told.size).toBeGreaterThan(MEMBERS)
  await expectSound(backend.db)
}, 120_000)
