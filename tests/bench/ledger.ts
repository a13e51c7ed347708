import fc from 'fast-check'
import { newKey } from '#contract/call.ts'
import { type Satang, toBaht, toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Db, type OpenDb, openPostgres } from '#server/db.ts'
import { accountOf, post } from '#server/ledger.ts'
import { members } from '#server/schema/members.ts'
import { accounts, entries } from '#server/schema/money.ts'
import { openSession } from '#server/session.ts'
import { postedTo } from '../kit/posted.ts'
import { startServer } from './server.ts'

const MEMBERS = 10
const GAMES = ['pg', 'joker2'] as const
const AT_ONCE = 16
/** Little enough that many operations find too little. */
const OPENING: Satang = 20_000
/** How long the player’s side waits at most before it hangs up, ms. */
const IMPATIENCE = 12

/** A member: the token, and the ledger accounts by the places of the wire, with `pending` for what is being withdrawn. */
type Player = { token: string; account: Record<string, number> }
type Draw = {
  kind: 'deposit' | 'transfer' | 'transferAll' | 'withdraw'
  by: number
  from: number
  to: number
  satang: Satang
  hangsUp: number
}
type Asked = { path: string; input: object; from: number; to: number; amount: (reply: { amount?: number }) => Satang }

/** What came of a run; `violations` is empty when no satang was lost, doubled or in the red. */
export type LedgerReport = { done: number; refused: number; askedAgain: number; kills: number; violations: string[] }

async function addPlayers({ db }: OpenDb, outside: number): Promise<Player[]> {
  const players: Player[] = []
  const at = new Date()
  for (let i = 0; i < MEMBERS; i++) {
    const [added] = await db
      .insert(members)
      .values({
        username: `07${i}`,
        name: `Player ${i}`,
        password: '',
        bankCode: 'SCB',
        bankAccountName: 'P',
        bankAccountNo: `${i}`,
        createdAt: at,
      })
      .returning({ id: members.id })
    const memberId = added?.id ?? ''
    const account: Record<string, number> = {
      [WALLET]: await accountOf(db, { kind: 'wallet', memberId }),
      pending: await accountOf(db, { kind: 'pending', memberId }),
    }
    for (const gameCode of GAMES) account[gameCode] = await accountOf(db, { kind: 'game', memberId, gameCode })
    const gifts = [WALLET, ...GAMES].map((place) => ({ account: account[place] ?? 0, amount: OPENING }))
    const lines = [{ account: outside, amount: -OPENING * gifts.length }, ...gifts]
    await db.transaction((tx) => post(tx, { reason: 'opening', at, postings: lines }))
    players.push({ token: await openSession(db, memberId, true, Date.now()), account })
  }
  return players
}

const draws = (count: number, seed: number) =>
  fc.sample(
    fc.record({
      kind: fc.constantFrom<Draw['kind'][]>('deposit', 'transfer', 'transfer', 'transferAll', 'withdraw'),
      by: fc.nat(MEMBERS - 1),
      from: fc.nat(GAMES.length),
      to: fc.nat(GAMES.length),
      satang: fc.integer({ min: 1, max: 4_000 }),
      hangsUp: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: IMPATIENCE }) },
      ),
    }),
    { numRuns: count, seed },
  )

function asked({ kind, from, to, satang }: Draw, { account }: Player, outside: number): Asked {
  const places = [WALLET, ...GAMES]
  const at = (place = WALLET) => account[place] ?? 0
  const amount = toBaht(satang)
  const same = () => satang
  switch (kind) {
    case 'deposit':
      return { path: 'wallet/add', input: { amount }, from: outside, to: at(), amount: same }
    case 'withdraw':
      return { path: 'wallet/withdrawAll', input: { amount }, from: at(), to: at('pending'), amount: same }
    case 'transferAll': {
      const game = GAMES[to % GAMES.length]
      return {
        path: 'wallet/transferAll',
        input: { to: game },
        from: at(),
        to: at(game),
        amount: (reply) => toSatang(reply.amount ?? Number.NaN),
      }
    }
    case 'transfer':
      return {
        path: 'wallet/transfer',
        input: { from: places[from], to: places[to], amount },
        from: at(places[from]),
        to: at(places[to]),
        amount: same,
      }
  }
}

/** What is wrong in the ledger, given what every account must hold and how often each kind of entry must be there. */
export async function violationsIn(db: Db, expected: ReadonlyMap<number, Satang>, counts: ReadonlyMap<string, number>) {
  const wrong: string[] = []
  const replayed = await postedTo(db)
  let sum = 0
  for (const { id, kind, balance: stored } of await db.select().from(accounts)) {
    const balance = kind === 'outside' ? (replayed.get(id) ?? 0) : stored
    sum += balance
    if (stored < 0) wrong.push(`account ${id} is below zero: ${stored}`)
    if (balance !== (replayed.get(id) ?? 0))
      wrong.push(`account ${id} holds ${balance}, its postings say ${replayed.get(id)}`)
    if (expected.has(id) && balance !== expected.get(id))
      wrong.push(`account ${id} holds ${balance}, what was answered says ${expected.get(id)}`)
  }
  if (sum !== 0) wrong.push(`all accounts together hold ${sum}`)
  const written = await db.select({ reason: entries.reason }).from(entries)
  for (const [reason, count] of counts) {
    const found = written.filter((entry) => entry.reason === reason).length
    if (found !== count) wrong.push(`${found} entries of ${reason}, ${count} were answered`)
  }
  return wrong
}

/**
 * Random operations of many players at once against a real server on an empty PostgreSQL at `url`, which is killed
 * `kills` times in between. Whoever gets no answer, or hangs up, asks again with the same key, as the product does.
 */
export async function ledgerRun({
  url,
  operations,
  kills,
  seed,
}: {
  url: string
  operations: number
  kills: number
  seed: number
}): Promise<LedgerReport> {
  const server = await startServer({ DATABASE_URL: url, WITHDRAW_MIN: '0.01', NODE_ENV: 'development' })
  await server.ready()
  const opened = await openPostgres(url)
  try {
    const outside = await accountOf(opened.db, { kind: 'outside' })
    const players = await addPlayers(opened, outside)
    const expected = await postedTo(opened.db)
    const before = await opened.db.select({ reason: entries.reason }).from(entries)
    const counts = new Map(
      ['deposit', 'transfer', 'withdraw'].map((reason) => [
        reason,
        before.filter((entry) => entry.reason === reason).length,
      ]),
    )
    const report = { done: 0, refused: 0, askedAgain: 0, kills: 0 }
    const queue = draws(operations, seed)
    const every = Math.ceil(operations / (kills + 1))

    async function answer({ path, input }: Asked, token: string, key: string, hangsUp: number): Promise<Response> {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'X-Requested-With': 'wallet-user',
      }
      const signal = hangsUp ? AbortSignal.timeout(hangsUp) : AbortSignal.timeout(60_000)
      const reply = await fetch(`${server.base}/api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
        signal,
      }).catch(() => null)
      if (reply && reply.status < 500) return reply
      report.askedAgain++
      await server.ready()
      return answer({ path, input } as Asked, token, key, 0)
    }
    async function work() {
      for (let draw = queue.pop(); draw; draw = queue.pop()) {
        const player = players[draw.by]
        if (!player) throw new Error('no player')
        const what = asked(draw, player, outside)
        const reply = await answer(what, player.token, newKey(), draw.hangsUp)
        const body = (await reply.json()) as { amount?: number }
        if (reply.ok) {
          const amount = what.amount(body)
          expected.set(what.from, (expected.get(what.from) ?? 0) - amount)
          expected.set(what.to, (expected.get(what.to) ?? 0) + amount)
          const reason = draw.kind === 'transferAll' ? 'transfer' : draw.kind
          counts.set(reason, (counts.get(reason) ?? 0) + 1)
          report.done++
        } else report.refused++
        if ((report.done + report.refused) % every === 0 && report.kills < kills) {
          report.kills++
          await server.kill()
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { ...report, violations: await violationsIn(opened.db, expected, counts) }
  } finally {
    await opened.close()
    await server.stop()
  }
}
