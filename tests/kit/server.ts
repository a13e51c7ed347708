import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { type Call, newKey } from '#contract/call.ts'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { type Db, type OpenDb, openEmbedded, openPostgres, truncate } from '#server/db.ts'
import { hashPassword } from '#server/password.ts'
import { createSandbox } from '#server/sandbox/sandbox.ts'
import * as schema from '#server/schema.ts'
import { DEMO, DEMO_PASSWORD, seed } from '#server/seed.ts'
import { openSession } from '#server/session.ts'
import { readSettings } from '#server/settings.ts'
import type { Switch } from '#server/switches.ts'

const url = process.env.TEST_DATABASE_URL
let shared: Promise<OpenDb> | undefined
let hash: Promise<string> | undefined

/** The raw parts of a request; `body` is sent as it is, `token` as bearer, `key` as Idempotency-Key. */
export type Sent = { token?: string; key?: string; body?: string; headers?: Record<string, string> }
/** A reply, unparsed. */
export type Reply = { status: number; body: Record<string, unknown> }

/** A good registration on a Thai site that asks for no code. */
export const NEWCOMER = {
  name: 'New Player',
  username: '0611111111',
  password: 'new-player-1',
  sourceCode: 'friend',
  bankCode: 'SCB',
  bankAccountName: 'New Player',
  bankAccountNo: '1112223334',
}

/** Every row of every table but `without`, as text: equal texts mean that nothing changed. */
export async function dump(db: Db, without: readonly string[] = []): Promise<string> {
  const tables = Object.values(schema).filter((part) => is(part, PgTable))
  const rows = []
  for (const table of tables)
    if (!without.includes(getTableName(table)))
      rows.push(getTableName(table), ...(await db.select().from(table)).map((row) => JSON.stringify(row)).sort())
  return rows.join('\n')
}

/** `input` as a request: path with its parameters, query or body. */
function requestOf({ method, path }: Call, input: Record<string, unknown>) {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  if (method === 'POST' || method === 'PUT') return { method, path: filled, body: JSON.stringify(rest) }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled }
}

/**
 * A fresh backend in this process with the seed and the sandbox. All wire tests share one database, emptied here:
 * PostgreSQL by TEST_DATABASE_URL, else embedded. `pass(ms)` moves its clock.
 */
export async function startBackend({ env = {}, dist }: { env?: Record<string, string>; dist?: string } = {}) {
  shared ??= url ? openPostgres(url) : openEmbedded()
  hash ??= hashPassword(DEMO_PASSWORD)
  const { db } = await shared
  await truncate(db)
  let offset = 0
  const now = () => Date.now() + offset
  await seed(db, now(), hash)
  const open = () => db
  const { world, pages } = createSandbox({ open, now })
  const app = createApp({ open, now, world, settings: readSettings(env), sandbox: pages, ...(dist && { dist }) })
  const fetch: typeof globalThis.fetch = async (to, init) => app.request(to as string, init)

  /** Any request, as raw as it is given, with the header every call needs. */
  async function send(method: string, path: string, { token, key, body, headers }: Sent = {}): Promise<Response> {
    return app.request(path, {
      method,
      headers: {
        'X-Requested-With': 'wallet-user',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  }

  /** One call of the contract; a good reply must fit its schema. Every change gets a fresh key unless one is given. */
  async function call<N extends CallName>(
    name: N,
    input: v.InferInput<Calls[N]['input']>,
    sent: Sent = {},
  ): Promise<Reply> {
    const { method, path, ...rest } = requestOf(calls[name], { ...input })
    const response = await send(method, path, { key: newKey(), ...rest, ...sent })
    const body = await response.json()
    if (response.ok) v.parse(calls[name].reply as v.GenericSchema, body)
    return { status: response.status, body }
  }

  /** Signs in without asking for the password, whose hash takes its time, and gives the token. */
  async function login(username = DEMO.member.username, remember = false): Promise<string> {
    const [member] = await db.select().from(schema.members).where(eq(schema.members.username, username))
    if (!member) throw new Error(`no member ${username}`)
    return openSession(db, member.id, remember, now())
  }

  /** Posts a form of the sandbox. */
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(`/sandbox${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })

  /** The bank pays a code: by default exactly and in time; `amount` in baht, `late: 'true'` after its end. */
  const pay = (qrcodeId: string, more: { amount?: string; late?: 'true'; reference?: string } = {}) =>
    form('/pay', { qrcodeId, ...more })

  const turn = (name: Switch, isOn: boolean) => form('/switch', { name, isOn: String(isOn) })

  /** Text messages to a phone, newest first. */
  async function texts(phone: string): Promise<string[]> {
    const sent: { phone: string; text: string }[] = await (await app.request('/sandbox/messages')).json()
    return sent.filter((message) => message.phone === phone).map(({ text }) => text)
  }

  /** Asks for a code and reads it in the message: what `otp.verify` takes, and a code that is wrong. */
  async function code(phone: string, sent: Sent = {}) {
    const { status, body } = await call('otp.send', { phoneNumber: phone }, sent)
    const otpCode = /#(\d{6})$/.exec((await texts(phone))[0] ?? '')?.[1]
    if (status !== 200 || !otpCode) throw new Error(`no code: ${JSON.stringify(body)}`)
    const wrong = String((Number(otpCode) + 1) % 1_000_000).padStart(6, '0')
    return { otpToken: String(body.otpToken), otpCode, wrong }
  }

  /** Has a phone verified. */
  async function verify(phone: string) {
    const { otpToken, otpCode } = await code(phone)
    const { status } = await call('otp.verify', { otpToken, otpCode })
    if (status !== 200) throw new Error(`not verified: ${status}`)
  }

  const pass = (ms: number) => {
    offset += ms
  }
  return { app, db, world, fetch, send, call, login, form, pay, turn, texts, code, verify, pass }
}
/** What {@link startBackend} gives. */
export type Backend = Awaited<ReturnType<typeof startBackend>>
