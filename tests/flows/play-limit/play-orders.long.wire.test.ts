import fc from 'fast-check'
import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Calls } from '#contract/calls.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang, toBaht, toSatang } from '#contract/money.ts'
import { LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import { MINUTE } from '#contract/time-check.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { idOf } from '#server/http/call.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import {
  act,
  baht,
  carryOutAll,
  carryOutSteps,
  ENV,
  firstLimits,
  limitOf,
  OrderMember,
  PARTS,
  POSTGRES,
  patience,
  repeat,
  SEED,
  type Step,
  type To,
  toConfirm,
} from '#tests/kit/limit-orders.ts'
import { type Servers, withTwoProcesses, withTwoServers } from '#tests/kit/two-servers.ts'
import {
  allowedAt,
  type LimitHistory,
  type LimitRequest,
  limitsInForce,
  WITHIN_PLAY_LIMITS,
} from '#tests/laws/limits.ts'

/**
 * How many orders (random sequences of events) run on two servers in this process, each with its own connections, and
 * how many run on two processes, which happens only at night.
 */
const [ORDERS, OF_PROCESSES] = process.env.NIGHT ? [1_000, 5_000] : [20, 0]

const KINDS = ['loss', 'time'] as const
type PlayKind = (typeof KINDS)[number]
/** A requested limit, in satang or minutes. */
type Asked = LimitRequest & { kind: PlayKind }
type Act = To &
  (
    | ({ kind: 'limit'; of: PlayKind } & Omit<Asked, 'kind'>)
    | { kind: 'repeat'; isConfirmed: boolean }
    | { kind: 'round'; game: string; amount: Satang; isWon: boolean }
    | { kind: 'move'; from: string; to: string; amount: Satang }
    | { kind: 'all'; game: string }
    | { kind: 'enter'; game: string }
    | { kind: 'open' }
  )
/**
 * `put`: the amount in the first game at the start. `limits`: the limits at the start, by kind. `apart`: how far the
 * second server's clock is ahead, ms.
 */
type Order = {
  put: Satang
  limits: Record<PlayKind, Record<LimitPeriod, number | null>>
  apart: number
  steps: readonly Step<Act>[]
}

/** The games in which every member has an account, and a game in which no member has one. */
const [GAMES, UNOPENED] = [['pg', 'joker2'], 'areaslot']
/** A member's money in the main wallet at the start. */
const MONEY = toSatang(2_000)
/** Few and low limits, so that a few rounds use them up. */
const LIMITS = { loss: baht(200, 400, 600), time: [5, 6, 10] }

const game = fc.constantFrom(...GAMES)
const amount = fc.constantFrom(...baht(50, 100, 200, 300, 400))
const limit: fc.Arbitrary<Act> = fc.oneof(
  ...KINDS.map((of) => limitOf(...LIMITS[of]).map((asked) => ({ ...asked, of }) as const)),
)
const round: fc.Arbitrary<Act> = fc.record({
  ...act('round'),
  game,
  amount: fc.constantFrom(...baht(10, 50, 100)),
  isWon: fc.nat(2).map((lot) => lot === 0),
})
const place = fc.constantFrom(WALLET, ...GAMES)
/** Events that are refused once a limit is used up. */
const entry: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...act('move'), from: fc.constant(WALLET), to: game, amount }) },
  { weight: 1, arbitrary: fc.record({ ...act('all'), game }) },
  { weight: 3, arbitrary: fc.record({ ...act('enter'), game }) },
  { weight: 2, arbitrary: fc.record(act('open')) },
)
const any: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: entry },
  { weight: 8, arbitrary: round },
  { weight: 4, arbitrary: fc.record({ ...act('move'), from: place, to: place, amount }) },
  { weight: 4, arbitrary: limit },
  { weight: 2, arbitrary: repeat },
)
const pause = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 7, arbitrary: fc.constantFrom(MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE, 6 * MINUTE) },
  { weight: 1, arbitrary: fc.constantFrom(HOUR, 9 * HOUR) },
  { weight: 3, arbitrary: fc.constantFrom(DAY - 10 * MINUTE, DAY - 5 * MINUTE, DAY - MINUTE, DAY, DAY + MINUTE) },
  { weight: 1, arbitrary: fc.constantFrom(6 * DAY, 7 * DAY - 5 * MINUTE, 7 * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(23 * DAY, 30 * DAY - 5 * MINUTE, 30 * DAY) },
)
const step: fc.Arbitrary<Step<Act>[]> = fc
  .record({
    pause,
    acts: fc.oneof({ weight: 3, arbitrary: fc.tuple(any) }, { weight: 2, arbitrary: fc.tuple(any, entry) }),
  })
  .map((each) => [each])
/**
 * A pause that ends just when an earlier round, or the start of its play time, drops out of a period, or one second
 * before that.
 */
const edge = fc
  .tuple(fc.constantFrom(1, 1, 1, 7, 30), fc.constantFrom(0, 5 * MINUTE), fc.constantFrom(0, 1_000))
  .map(([days, before, early]) => days * DAY - before - early)
/** Rounds with short pauses, then an event that depends on how much of the limits these rounds leave. */
const visit: fc.Arbitrary<Step<Act>[]> = fc
  .tuple(
    fc.array(fc.record({ pause: fc.constantFrom(0, MINUTE, 4 * MINUTE), acts: fc.tuple(round) }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.record({
      pause: fc.oneof(fc.constantFrom(0, MINUTE, 4 * MINUTE), edge),
      acts: fc.oneof(fc.tuple(entry), fc.tuple(entry, any)),
    }),
  )
  .map(([rounds, last]) => [...rounds, last])
/** A limit request that is repeated just before, at or after the time when it can be confirmed. */
const raise: fc.Arbitrary<Step<Act>[]> = fc.tuple(
  fc.record({ pause, acts: fc.tuple(limit) }),
  fc.record({ pause: toConfirm, acts: fc.oneof(fc.tuple(repeat), fc.tuple(repeat, entry)) }),
)
const order: fc.Arbitrary<Order> = fc.record({
  put: fc.constantFrom(...baht(0, 100, 200)),
  limits: fc.record({ loss: firstLimits(...LIMITS.loss), time: firstLimits(...LIMITS.time) }),
  apart: fc.constantFrom(0, 1_000, 30_000),
  steps: fc
    .array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 3, arbitrary: visit }, { weight: 1, arbitrary: raise }), {
      minLength: 3,
      maxLength: 8,
    })
    .map((parts) => parts.flat()),
})

/**
 * The server's answer to an event that leads into play. `needs`: how much of the loss limits the event uses, in satang.
 * `times`: the servers' clocks before and after the call.
 */
type Answer = { code: string | null; needs: (history: LimitHistory) => number; times: readonly number[] }
/** The number of answers by refusal code (`none`: no refusal), which shows whether limits were reached. */
type Counts = Record<string, number>

/** The money in the main wallet after `history`. */
const walletAfter = (history: LimitHistory) =>
  history.reduce((sum, each) => sum - ('into' in each ? each.into : 'out' in each ? -each.out : 0), MONEY as number)

/** One order in progress. */
class Run {
  readonly member: OrderMember
  readonly #counts: Counts
  readonly #limits = new Map<string, Asked>()
  /** The requested moves, by their cause in the audit log. */
  readonly #moves = new Map<string, { from: string; to: string }>()
  readonly #history: LimitHistory[number][] = []
  #answers: Answer[] = []
  #lastRow = 0

  constructor(member: OrderMember, counts: Counts) {
    this.member = member
    this.#counts = counts
  }

  /** Puts money into the main wallet, opens the game accounts, and moves `put` into the first game. */
  async begin(put: Satang) {
    const to = { by: 0, isTwice: false }
    await this.member.call(to, 'wallet.add', { amount: toBaht(MONEY) })
    for (const code of GAMES) await this.member.call(to, 'wallet.activate', { code })
    if (put > 0) await this.member.call(to, 'wallet.transfer', { from: WALLET, to: 'pg', amount: toBaht(put) })
    this.#history.push({ at: 0, into: put })
    this.#lastRow = (await this.member.audited(0)).at(-1)?.id ?? 0
  }

  async #act(act: Act): Promise<void> {
    const { member } = this
    const key = newKey()
    if (act.kind === 'limit') {
      const { of, period, amount, isConfirmed } = act
      const asked = { kind: of, period, amount, isConfirmed }
      this.#limits.set(idOf(member.id, 'limits.set', key), asked)
      await member.call(act, 'limits.set', sentLimit(asked), key)
    } else if (act.kind === 'repeat') {
      const last = [...this.#limits.values()].at(-1)
      if (last) await this.#act({ ...last, ...act, of: last.kind, kind: 'limit' })
    } else if (act.kind === 'round') {
      // sent only once, because a provider reports each round once
      const fields = { game: act.game, amount: String(toBaht(act.amount)), outcome: act.isWon ? 'win' : 'lose' }
      await member.form({ ...act, isTwice: false }, '/reward/play', { username: member.username, ...fields })
    } else if (act.kind === 'move') {
      const { from, to, amount } = act
      this.#moves.set(idOf(member.id, 'wallet.transfer', key), { from, to })
      const moved = () => member.call(act, 'wallet.transfer', { from, to, amount: toBaht(amount) }, key)
      if (to === WALLET || from === to) await moved()
      else await this.#judgedLater(act, moved, () => (from === WALLET ? amount : 0))
    } else if (act.kind === 'all') {
      this.#moves.set(idOf(member.id, 'wallet.transferAll', key), { from: WALLET, to: act.game })
      await this.#judgedLater(act, () => member.call(act, 'wallet.transferAll', { to: act.game }, key), walletAfter)
    } else if (act.kind === 'enter')
      await this.#judgedLater(act, () => member.call(act, 'wallet.account', { code: act.game }))
    else await this.#judgedLater(act, () => member.call(act, 'wallet.activate', { code: UNOPENED }, key))
  }

  /** Carries out an event that leads into play, and stores the answer, which is judged at the end of the step. */
  async #judgedLater(
    to: To,
    call: () => ReturnType<OrderMember['call']>,
    needs: Answer['needs'] = () => 0,
  ): Promise<void> {
    const now = () => this.member.serversOf(to).map((server) => server.now())
    const before = now()
    const { isDone, body } = await call()
    this.#answers.push({ code: isDone ? null : String(body.code), needs, times: [...before, ...now()] })
  }

  /**
   * Carries out `acts` concurrently, then checks the history in the database against the law of limits, and the answers
   * against that history.
   */
  async step(acts: readonly Act[]) {
    const before = this.#history.length
    await Promise.all(acts.map((each) => this.#act(each)))
    await this.#readHistory()
    const events = JSON.stringify(this.#history)
    expect(WITHIN_PLAY_LIMITS.holds(this.#history), `${WITHIN_PLAY_LIMITS.sentence} ${events}`).toBe(true)
    for (const kind of KINDS)
      expect(await this.member.limits(kind), `the limits in force: ${kind} ${events}`).toEqual({
        ...{ day: null, week: null, month: null },
        ...limitsInForce(this.#history, kind).at(-1),
      })
    for (const answer of this.#answers) this.#judge(answer, before, events)
    this.#answers = []
  }

  /**
   * Checks that an answer was right at some point during its step, so that a limit never refuses more than it must.
   * `before`: the length of the history before the step.
   */
  #judge({ code, needs, times }: Answer, before: number, events: string) {
    const count = code ?? 'none'
    this.#counts[count] = (this.#counts[count] ?? 0) + 1
    const isRight = times.some((at) =>
      Array.from({ length: this.#history.length - before + 1 }, (_, more) => {
        const history = this.#history.slice(0, before + more)
        const { mayPlay, room } = allowedAt(history, at)
        if (code === 'TIME_LIMIT') return !mayPlay
        if (code === 'LOSS_LIMIT') return mayPlay && needs(history) > room
        return mayPlay && (code !== null || needs(history) <= room)
      }).includes(true),
    )
    expect(isRight, `the answer ${count} at ${times} after ${before} of ${events}`).toBe(true)
  }

  /**
   * Reads the rows that were added to the audit log since the last step. Rows that use up a limit are numbered in
   * commit order, because limits, rounds and moves into games lock the member before they add a row. The order of
   * returned money does not matter, because it only frees part of a limit.
   */
  async #readHistory() {
    for (const [id, lines] of Map.groupBy(await this.member.audited(this.#lastRow), (row) => row.id)) {
      this.#lastRow = id
      const [{ kind, cause, at: time }] = lines as [(typeof lines)[number]]
      const at = time.getTime()
      const request = this.#limits.get(cause)
      if (kind === 'limit' && request) this.#history.push({ at, request })
      const sumOf = (...kinds: string[]) =>
        lines.reduce((sum, { account, amount }) => sum + (account && kinds.includes(account) ? (amount ?? 0) : 0), 0)
      const [wallet, inGames] = [sumOf('wallet'), sumOf('game', 'transit')]
      if (lines.some(({ account }) => account === 'outside')) this.#history.push({ at, round: inGames })
      else if (wallet > 0) this.#history.push({ at, out: wallet })
      // skips money that leaves the transit account, because an earlier entry already counted it
      else if (this.#moves.has(cause) && this.#moves.get(cause)?.to !== WALLET && sumOf('transit') >= 0)
        this.#history.push({ at, into: -wallet })
    }
  }
}

/** The input of `limits.set` for a request. */
function sentLimit({ kind, period, amount, isConfirmed }: Asked): v.InferInput<Calls['limits.set']['input']> {
  if (kind === 'time') return { kind, period, isConfirmed, minutes: amount }
  return { kind, period, isConfirmed, amount: amount && toBaht(satang(amount)) }
}

async function carryOut(servers: Servers, db: Db, counts: Counts, { put, limits, ...order }: Order) {
  for (const server of servers) await server.setAhead(0)
  const run = new Run(await OrderMember.join(servers, db, servers[0].now()), counts)
  await run.begin(put)
  await run.member.setClocks(0, order.apart)
  const sent = { kind: 'limit', by: 0, isTwice: false, isConfirmed: false } as const
  for (const of of KINDS)
    await run.step(LIMIT_PERIODS.map((period) => ({ ...sent, of, period, amount: limits[of][period] })))
  await carryOutSteps(run, order)
}

/** Carries out `of` orders, and checks that limits were reached. */
async function carryOutMany(servers: Servers, db: Db, { of, seed }: { of: number; seed: number }) {
  const counts: Counts = {}
  await carryOutAll(db, order, (drawn) => carryOut(servers, db, counts, drawn), { numRuns: of, seed })
  console.info(JSON.stringify(counts))
  for (const count of ['none', 'TIME_LIMIT', 'LOSS_LIMIT']) expect(counts[count], count).toBeGreaterThan(of / 20)
}

test.for(PARTS)(
  `two servers never let a member exceed a limit in ${ORDERS} random sequences of requests, part %i of ${PARTS.length} (R607, R608, R637, R638)`,
  { timeout: patience(ORDERS), concurrent: true },
  (part) =>
    withTwoServers(`limit_plays_${part}`, ENV, (servers, db) =>
      carryOutMany(servers, db, { of: ORDERS / PARTS.length, seed: SEED + part - 1 }),
    ),
)

describe.each(OF_PROCESSES ? POSTGRES : [])('with two processes', (url) => {
  test.for(PARTS)(
    `no member exceeds a limit in ${OF_PROCESSES} random sequences of requests, part %i of ${PARTS.length} (R607, R608, R637, R638)`,
    { timeout: patience(OF_PROCESSES), concurrent: true },
    (part) =>
      inOwnDatabase(url, (own) =>
        withTwoProcesses(own, ENV, (servers, db) =>
          carryOutMany(servers, db, { of: OF_PROCESSES / PARTS.length, seed: SEED + part - 1 }),
        ),
      ),
  )
})
