import { rmSync } from 'node:fs'
import { and, eq, getTableName, inArray, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { expect, onTestFinished } from 'vitest'
import { type Call, fillPath } from '#contract/call.ts'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { toBaht } from '#contract/money.ts'
import { newKey, randomBelow } from '#contract/random.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { WALLET } from '#contract/transfer.ts'
import { isRead } from '#contract/wallet.ts'
import type { Unfinished } from '#server/core/context.ts'
import { type Db, schema } from '#server/core/db.ts'
import { readSettings } from '#server/core/settings.ts'
import type { Switch } from '#server/core/switches.ts'
import type { Said } from '#server/core/world.ts'
import { createClock } from '#server/demo/sandbox/clock.ts'
import { createSandbox } from '#server/demo/sandbox/sandbox.ts'
import { DEMO } from '#server/demo/seed.ts'
import { openSession } from '#server/domain/session.ts'
import { PRIZES } from '#server/domain/wheel.ts'
import { createApp } from '#server/http/app.ts'
import { formOf } from '#src/lib/form.ts'
import { START, seededDatabase } from './database.ts'
import { tempFolder } from './temp.ts'

/**
 * The raw parts of a request. `body` is sent unchanged, `token` as a bearer token, and `key` as the Idempotency-Key
 * header. `signal` aborts when the sender disconnects.
 */
export type Sent = {
  token?: string
  key?: string
  body?: string | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}
/** A reply whose body has not been validated. */
export type Reply = { status: number; body: Record<string, unknown> }

/** A valid registration on a Thai site without OTP. */
export const NEWCOMER = {
  name: 'New Player',
  username: '0611111111',
  password: 'new-player-1',
  sourceCode: 'friend',
  bankCode: 'SCB',
  bankAccountName: 'New Player',
  bankAccountNo: '1112223334',
}

/** True for the request row of an operation. The reply is stored with the operation, not in this row. */
const isOfOperation = (row: object) => 'hash' in row && 'reply' in row && row.reply === null
/**
 * True for a row that does not count as a change. A refusal may leave a request, an operation or an audit log entry
 * behind. An audit log entry may also record a copy of the data, which is a read.
 */
const isRecord = (row: object) =>
  ('kind' in row && (String(row.kind).endsWith(' refused') || row.kind === 'data copied')) ||
  ('isRefused' in row && row.isRefused === true) ||
  ('state' in row && row.state === 'refused') ||
  isOfOperation(row)

/**
 * Every row of every table except those in `without`, as text. Equal texts mean that nothing has changed. Leaves out
 * rows that record or count a refusal, and rows that record a copy of the data.
 */
export async function dump(db: Db, without: readonly string[] = []): Promise<string> {
  const tables = Object.values(schema).filter((part) => is(part, PgTable))
  const all = tables.map((each) => sql`select ${getTableName(each)} as "table", to_json(row) as row from ${each} row`)
  const { rows } = await db.execute<{ table: string; row: object }>(sql.join(all, sql` union all `))
  const events = rows.filter(({ table, row }) => table === getTableName(schema.auditLog) && isRecord(row))
  const recorded = new Set(events.map(({ row }) => 'id' in row && row.id))
  const isCounted = (row: object) => !isRecord(row) && !('eventId' in row && recorded.has(row.eventId))
  const left = [getTableName(schema.limits), ...without]
  const counted = rows.filter(({ table, row }) => !left.includes(table) && isCounted(row))
  return counted
    .map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
    .sort()
    .join('\n')
}

/**
 * Checks the invariants that hold at any time:
 * - postings sum to zero and equal the balances
 * - only the outside account may be negative
 * - statement rows are numbered without gaps
 * - pending withdrawals equal the reserved money, and held deposits equal the held money
 * - money is in transit to a game only within an operation
 */
export async function expectSound(db: Db) {
  const lines = await db.select().from(schema.postings)
  const sums = new Map<number, number>()
  for (const { accountId, amount } of lines) sums.set(accountId, (sums.get(accountId) ?? 0) + amount)
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  const waiting = new Map<string, number>()
  const numbers = new Map<string, number[]>()
  const { memberId, no } = schema.withdrawals
  const rows = await db
    .select()
    .from(schema.statements)
    .leftJoin(schema.withdrawals, and(eq(memberId, schema.statements.memberId), eq(no, schema.statements.no)))
  for (const {
    statements: { memberId, no, type, status, amount },
    withdrawals,
  } of rows) {
    numbers.set(memberId, [...(numbers.get(memberId) ?? []), no])
    if (withdrawals) expect(status, `row ${no} of ${memberId} shows its withdrawal`).toBe(withdrawals.status)
    const owner = `${type === 'deposit' ? 'held' : 'pending'} ${memberId}`
    if (status === 'PENDING') waiting.set(owner, (waiting.get(owner) ?? 0) + amount)
  }
  const open = await db.$count(schema.operations, inArray(schema.operations.state, ['sent', 'unknown']))
  for (const { id, kind, memberId, balance } of await db.select().from(schema.accounts)) {
    // The balance of the outside account is not stored, so its column stays 0.
    expect(balance, `account ${id} is what was posted`).toBe(kind === 'outside' ? 0 : (sums.get(id) ?? 0))
    expect(balance, `account ${id}`).toBeGreaterThanOrEqual(0)
    if (kind === 'transit' && open === 0) expect(balance, `account ${id} without an operation`).toBe(0)
    if (kind === 'pending' || kind === 'held')
      expect(balance, `account ${id}`).toBe(waiting.get(`${kind} ${memberId}`) ?? 0)
  }
  const counts = await db.select().from(schema.statementCounts)
  expect(new Map(counts.map(({ memberId, count }) => [memberId, count]))).toEqual(
    new Map([...numbers].map(([memberId, all]) => [memberId, all.length])),
  )
  for (const all of numbers.values()) expect(all.sort((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
}

/** Turns `input` into a request: a path with its parameters, and a query or a body. */
export function requestOf(call: Call, input: Record<string, unknown>) {
  const { method, form } = call
  const [path, rest] = fillPath(call, input)
  if (form) return { method, path, body: formOf(rest) }
  if (method === 'POST' || method === 'PUT') return { method, path, body: JSON.stringify(rest) }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return { method, path: query.size > 0 ? `${path}?${query}` : path }
}

/**
 * Starts a fresh backend in this process, with the seed and the sandbox but without the chat bot. The tests of a worker
 * share one database, which is restored to the seed here. It is PostgreSQL if TEST_DATABASE_URL is set, else the
 * embedded database.
 *
 * The backend's clock is fixed at `START`; only `pass(ms)` moves it. Each of `listeners` receives new chat messages,
 * and each of `hangUps` receives closed sessions. `callLimit` is how long a call waits for a provider, in ms, and
 * overrides the setting from `env`.
 */
export async function startBackend({
  env = {},
  callLimit,
  dist,
}: {
  env?: Record<string, string>
  callLimit?: number
  dist?: string
} = {}) {
  const uploads = tempFolder('uploads')
  onTestFinished(() => rmSync(uploads, { recursive: true }))
  const { db, switches } = await seededDatabase(uploads)
  let offset = 0
  const clock = createClock(() => START + offset)
  const { now } = clock
  /** The number of members in the seed. */
  const seeded = await db.$count(schema.members)
  const open = () => db
  // Slips are accepted at any hour, unless `env` sets other hours.
  const read = readSettings({
    UPLOAD_DIR: uploads,
    SLIP_OPEN: '00:00',
    SLIP_CLOSE: '00:00',
    CHAT_BOT: '0',
    SANDBOX: '1',
    ...env,
  })
  const settings = { ...read, callLimit: callLimit ?? read.callLimit }
  const listeners: ((said: Said) => void)[] = []
  const push = (said: Said) => {
    for (const hear of listeners) hear(said)
  }
  const hangUps: ((sessions: readonly string[]) => void)[] = []
  const hangUp = (sessions: readonly string[]) => {
    for (const close of hangUps) close(sessions)
  }
  let cuts = 0
  const cutLines = () => {
    cuts += 1
  }
  const { world, pages, faultMiddleware } = createSandbox({
    open,
    clock,
    switches,
    push,
    cutLines,
    ask: (path, init) => app.request(path, init),
    settings,
  })
  const lots: number[] = []
  const draw = (below: number) => lots.shift() ?? randomBelow(below)
  const unfinished: Unfinished = new Map()
  const app = createApp({
    ...{ open, now, draw, push, hangUp, unfinished, world, settings, faultMiddleware },
    ...{ switches: switches.read, sandbox: pages },
    ...(dist && { dist }),
  })
  const fetch: typeof globalThis.fetch = async (to, init) => app.request(to as string, init)

  /** Sends any request as given, with the header that every call needs. */
  async function send(
    method: string,
    path: string,
    { token, key, body, headers, signal }: Sent = {},
  ): Promise<Response> {
    return app.request(path, {
      method,
      headers: {
        'X-Requested-With': 'wallet-user',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  }

  /** Sends one call of the contract. Uses a fresh idempotency key unless one is given. */
  async function ask<N extends CallName>(name: N, input: v.InferInput<Calls[N]['input']>, sent: Sent = {}) {
    const { method, path, ...rest } = requestOf(calls[name], { ...input })
    return send(method, path, { key: newKey(), ...rest, ...sent })
  }

  /** Sends a call with {@link ask} and returns the reply. Expects a successful reply to match its schema. */
  async function call<N extends CallName>(
    name: N,
    input: v.InferInput<Calls[N]['input']>,
    sent: Sent = {},
  ): Promise<Reply> {
    const response = await ask(name, input, sent)
    const body = await response.json()
    if (response.status === 429) expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
    if (response.ok) v.parse(calls[name].reply as v.GenericSchema, body)
    return { status: response.status, body }
  }

  /** Returns the id of the member with this username. Throws if there is none. */
  async function idOf(username = DEMO.member.username): Promise<string> {
    const [member] = await db.select().from(schema.members).where(eq(schema.members.username, username))
    if (!member) throw new Error(`no member ${username}`)
    return member.id
  }

  /** Opens a session without checking the password, because hashing is slow, and returns its token. */
  const login = async (username = DEMO.member.username, remember = false): Promise<string> =>
    openSession(db, await idOf(username), remember, { now, settings })

  /** Adds a member without any accounts, not even a wallet. Returns the id and a token. */
  async function join(row: Partial<typeof schema.members.$inferInsert>) {
    const username = row.username ?? NEWCOMER.username
    const account = { bankCode: 'SCB', bankAccountName: 'New Player', bankAccountNo: username }
    const blank = { ...account, name: 'New Player', password: '', createdAt: new Date(now()) }
    const [added] = await db
      .insert(schema.members)
      .values({ ...blank, ...row, username })
      .returning({ id: schema.members.id })
    const id = added?.id ?? ''
    return { id, token: await openSession(db, id, true, { now, settings }) }
  }

  /** The balances of the main wallet and of each game, in baht. */
  async function money(token: string): Promise<Record<string, number>> {
    const { body } = await call('wallet.get', {}, { token })
    const { wallet, slots } = v.parse(calls['wallet.get'].reply, body)
    const places = [{ code: WALLET, amount: wallet.amount }, ...slots.filter(isRead)]
    return Object.fromEntries(places.map(({ code, amount }) => [code, toBaht(amount)]))
  }

  /** The newest rows of the statement. */
  async function rows(token: string, limit = 10): Promise<Record<string, unknown>[]> {
    const { body } = await call('statement.list', { page: 1, limit }, { token })
    return body.statements as Record<string, unknown>[]
  }

  /** A member's login credentials for a game. */
  async function credentials(token: string, code: string) {
    const { body } = await call('wallet.account', { code }, { token })
    return v.parse(calls['wallet.account'].reply, body)
  }

  /** Posts a sandbox form. */
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(`/sandbox${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })

  /**
   * Simulates the bank's payment of a QR code, by default for the exact amount and in time. `amount`: in baht.
   * `late: 'true'`: pays after the code has expired.
   */
  const pay = (qrcodeId: string, more: { amount?: string; late?: 'true'; reference?: string } = {}) =>
    form('/pay', { qrcodeId, ...more })

  /** Ids of the pending withdrawals, oldest first. */
  async function waiting(): Promise<string[]> {
    const page = await (await app.request('/sandbox')).text()
    return [...page.matchAll(/name="id" value="([\w-]{12})"/g)].map(([, id = '']) => id)
  }

  /** Settles a withdrawal as the bank: pays or rejects it. */
  const settle = (id: string, isPaid: boolean) => form('/withdrawal', { id, isPaid: String(isPaid) })

  /** Makes the next spins land on these slices, in this order. Works only while every prize is on offer. */
  function fate(...codes: string[]) {
    for (const code of codes) {
      const at = PRIZES.findIndex((prize) => prize.code === code)
      lots.push(PRIZES.slice(0, at).reduce((sum, { weight }) => sum + weight, 0))
    }
  }

  /** Places a member's stake in a game and settles it as a win or a loss. `amount`: in baht. */
  const stake = (outcome: 'win' | 'lose', amount: number, { game = 'pg', username = DEMO.member.username } = {}) =>
    form('/reward/play', { username, game, amount: String(amount), outcome })

  const turn = (name: Switch, isOn: boolean) => form('/switch', { name, isOn: String(isOn) })

  /** The text messages sent to a phone, newest first. */
  async function texts(phone: string): Promise<string[]> {
    const sent: { phone: string; text: string }[] = await (await app.request('/sandbox/messages')).json()
    return sent.filter((message) => message.phone === phone).map(({ text }) => text)
  }

  /**
   * Requests a code with the call `name` and reads it from the text message. Returns the input for verifying the code,
   * and a wrong code.
   */
  async function code(phone: string, sent: Sent = {}, name: 'otp.send' | 'recover.send' = 'otp.send') {
    const { status, body } = await call(name, { phoneNumber: phone }, sent)
    const otpCode = /#(\d{6})$/.exec((await texts(phone))[0] ?? '')?.[1]
    if (status !== 200 || !otpCode) throw new Error(`no code: ${JSON.stringify(body)}`)
    const wrong = String((Number(otpCode) + 1) % 1_000_000).padStart(6, '0')
    return { otpToken: String(body.otpToken), otpCode, wrong }
  }

  /**
   * Verifies a phone number for a registration or a password reset. Returns the header that proves the verification.
   */
  async function verify(phone: string, flow: 'otp' | 'recover' = 'otp') {
    const { otpToken, otpCode } = await code(phone, {}, `${flow}.send`)
    const { status } = await call(`${flow}.verify`, { otpToken, otpCode })
    if (status !== 200) throw new Error(`not verified: ${status}`)
    return { [OTP_HEADER]: otpToken }
  }

  const pass = (ms: number) => {
    offset += ms
  }
  return {
    app,
    db,
    uploads,
    seeded,
    world,
    unfinished,
    fetch,
    send,
    ask,
    call,
    idOf,
    login,
    join,
    money,
    rows,
    credentials,
    form,
    pay,
    waiting,
    settle,
    fate,
    stake,
    turn,
    texts,
    code,
    verify,
    pass,
    now,
    settings,
    listeners,
    hangUps,
    cuts: () => cuts,
  }
}
/** The return type of {@link startBackend}. */
export type Backend = Awaited<ReturnType<typeof startBackend>>
