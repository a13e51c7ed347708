import * as v from 'valibot'
import { Banner } from '#contract/banner.ts'
import { Bonus } from '#contract/bonus.ts'
import { type Call, fillPath } from '#contract/call.ts'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from '#contract/codes.ts'
import { DepositBank } from '#contract/deposit.ts'
import { verdictOf } from '#contract/failure.ts'
import { Invitee } from '#contract/invite.ts'
import type { Satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { Refund } from '#contract/refund.ts'
import { Bank, Source } from '#contract/register.ts'
import { Slip } from '#contract/slip.ts'
import { Coupon } from '#contract/spin.ts'
import { StatementItem } from '#contract/statement.ts'
import { Slot, totalOf, WalletOverview } from '#contract/wallet.ts'
import { formOf } from '#src/lib/form.ts'
import { oddFields } from './odd-fields.ts'
import type { Connect } from './socket.ts'

/** `plain`: the specification alone; `full`: the specification with the additions of the reference backend. */
export const LEVELS = ['plain', 'full'] as const
export type Level = (typeof LEVELS)[number]

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
/**
 * The backend to examine, and the scope. `origin`: the site's origin, or null if the backend serves the site too.
 * `isMoneyAllowed`: changes that move the member's money may succeed. `limit`: the time for all checks, in ms.
 */
export type Subject = {
  base: string
  origin: string | null
  member: string
  password: string
  level: Level
  limit: number
  isMoneyAllowed: boolean
  fetch: Fetch
  connect: Connect
}

/** Thrown when a check finds a fault in the backend. */
export class Fault extends Error {}
/** Thrown when a check does not apply, for example because the member has no bonus. */
export class Skip extends Error {}

export const skip = (why: string): never => {
  throw new Skip(why)
}
export function must(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Fault(otherwise)
}

/**
 * A reply that has not been checked against its schema. `body` is undefined if the reply is empty; `isBroken` is true
 * if it is not JSON.
 */
export type Reply = { status: number; body: unknown; isBroken: boolean; headers: Headers }

/** How a request differs from an ordinary call; null leaves a value out. */
export type Sent = { token?: string | null; key?: string | null; headers?: Record<string, string | null>; raw?: string }

export type Input<N extends CallName> = v.InferInput<Calls[N]['input']>
/** The type of a reply whose lists have no unreadable rows. */
type Readable<T> = T extends readonly (infer Row)[]
  ? NonNullable<Row>[]
  : T extends object
    ? { [Name in keyof T]: NonNullable<T[Name]> extends readonly (infer Row)[] ? NonNullable<Row>[] : T[Name] }
    : T
/** A reply as it is on the wire: amounts are in baht. Unreadable rows are left out. */
export type Wire<N extends CallName> = Readable<NonNullable<v.InferInput<Calls[N]['reply']>>>

const CATALOGUE: readonly string[] = [...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES, 'gone']
const TIMEOUT = 60_000
/** The time for a whole examination, in ms. */
export const LIMIT = 300_000

/** The number of unreadable rows or fields to name for each reply. */
const SHOWN_PROBLEMS = 3
const BRIEF = 160
/** Returns a short form of a value for a message. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text
}

const fieldsOf = (body: unknown): { code?: unknown; message?: unknown } =>
  typeof body === 'object' && body !== null ? body : {}
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns true if the client signs the member out on this reply. */
export const endsSession = ({ status, body }: Reply) =>
  verdictOf(fieldsOf(body), { isError: status >= 400, isLogin: false }) === 'signedOut'

/**
 * The lists whose rows the client parses one by one. `field` contains the list if the body itself is not the list,
 * `row` is the schema of a row, and `name` describes the rows.
 */
const ROWS: { [N in CallName]?: { field?: string; row: v.GenericSchema; name: string } } = {
  'lookup.banks': { row: Bank, name: 'banks' },
  'lookup.sources': { row: Source, name: 'sources' },
  'lookup.conditions': { row: v.string(), name: 'texts' },
  'lookup.agreements': { row: v.string(), name: 'texts' },
  'lookup.deposit': { field: 'banks', row: DepositBank, name: 'banks' },
  'wallet.get': { field: 'slots', row: Slot, name: 'game accounts' },
  'statement.list': { field: 'statements', row: StatementItem, name: 'rows' },
  'statement.slips': { field: 'slips', row: Slip, name: 'slips' },
  'invite.list': { field: 'invites', row: Invitee, name: 'friends' },
  'refund.list': { field: 'refunds', row: Refund, name: 'refunds' },
  'bonus.list': { row: Bonus, name: 'bonuses' },
  'spin.coupons': { row: Coupon, name: 'coupons' },
  'invite.banners': { row: Banner, name: 'banners' },
  'refund.banners': { row: Banner, name: 'banners' },
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the rows of a list, which is the body itself or one of its fields. Returns null if there is no list; a null
 * in its place counts as an empty list.
 */
export function rowsIn(name: CallName, body: unknown): unknown[] | null {
  const { field } = ROWS[name] ?? {}
  const found = field !== undefined && isFields(body) ? body[field] : body
  if (found === null) return []
  return Array.isArray(found) ? found : null
}

/** Returns the body without unreadable list rows. The client also marks these rows and shows the others. */
function readable(name: CallName, body: unknown): unknown {
  const list = ROWS[name]
  const rows = rowsIn(name, body)
  if (!list || !rows) return body
  const read = rows.filter((row) => v.is(list.row, row))
  return list.field !== undefined && isFields(body) ? { ...body, [list.field]: read } : read
}

/** Returns the first problem with a value, or null if it fits the schema. */
function misfitOf(schema: v.GenericSchema, value: unknown): string | null {
  const [issue] = v.safeParse(schema, value).issues ?? []
  return issue ? `${v.getDotPath(issue) ?? 'as a whole'}: ${issue.message}` : null
}

/**
 * Returns the first problem with a reply, or null if it fits. A reply without a body may represent an object without
 * fields, or null.
 */
function replyMisfitOf({ reply }: Call, { body, isBroken }: Reply): string | null {
  if (isBroken) return 'no JSON'
  if (body !== undefined) return misfitOf(reply, body)
  return misfitOf(reply, null) && misfitOf(reply, {})
}

/** Skips the check if the backend's rate limit has been reached. */
const skipLimited = ({ status }: Reply) =>
  status === 429 && skip('the backend limits how often it is asked: run again later')

/** The main wallet and the readable game balances, in satang. */
export type Money = { wallet: Satang; games: Map<string, Satang>; total: Satang }

/** Sends calls to a backend from outside, as the examined member. */
export class Backend {
  readonly subject: Subject
  token: string | null = null
  /**
   * True if changes are sent with an Idempotency-Key: always at level full, and at level plain if the backend offers
   * keys.
   */
  sendsKeys: boolean
  /** Oddities that the current check has found but that do not make it fail. */
  notes: string[] = []
  readonly #end: number
  constructor(subject: Subject) {
    this.subject = subject
    this.#end = performance.now() + subject.limit
    this.sendsKeys = subject.level === 'full'
  }

  /** The time left for the examination, in ms; 0 if it is over. */
  get left() {
    return Math.max(0, this.#end - performance.now())
  }

  get isFull() {
    return this.subject.level === 'full'
  }

  /** Sends a call with the given input, even if the input does not fit the contract. */
  async send(name: CallName, input: object, { token = this.token, key, headers = {}, raw }: Sent = {}): Promise<Reply> {
    const call: Call = calls[name]
    const [path, rest] = fillPath(call, input)
    const inUrl = call.method === 'GET' || call.method === 'DELETE'
    const query = inUrl ? new URLSearchParams(rest as Record<string, string>).toString() : ''
    const body = raw ?? (inUrl ? undefined : call.form ? formOf(rest) : JSON.stringify(rest))
    const sentKey = key === undefined && call.kind === 'change' && this.sendsKeys ? newKey() : key
    const all: Record<string, string | null> = {
      'X-Requested-With': 'wallet-user',
      Authorization: token && `Bearer ${token}`,
      'Idempotency-Key': sentKey ?? null,
      'Content-Type': typeof body === 'string' ? 'application/json' : null,
      ...headers,
    }
    const given = Object.entries(all).filter((header): header is [string, string] => isText(header[1]))
    const response = await this.#fetch(`${path}${query && `?${query}`}`, {
      method: call.method,
      headers: given,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const { status, headers: got } = response
    try {
      return { status, body: text ? JSON.parse(text) : undefined, isBroken: false, headers: got }
    } catch {
      return { status, body: text.slice(0, 80), isBroken: true, headers: got }
    }
  }

  /** Sends a request. Throws a fault if no reply comes in time. */
  #fetch(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(Math.min(TIMEOUT, Math.ceil(this.left)))
    return this.subject.fetch(`${this.subject.base}${path}`, { ...init, signal }).catch((error: Error) => {
      const { cause } = error
      throw new Fault(`no reply: ${cause instanceof Error ? cause.message : error.message}`)
    })
  }

  /**
   * Sends a preflight request for a call with these headers, as from a page of the site. Returns the headers of the
   * reply.
   */
  async preflight(name: CallName, input: object, asked: readonly string[]): Promise<Headers> {
    const call: Call = calls[name]
    const headers = {
      Origin: this.subject.origin ?? skip('needs --origin'),
      'Access-Control-Request-Method': call.method,
      'Access-Control-Request-Headers': asked.map((each) => each.toLowerCase()).join(','),
    }
    const { status, headers: got } = await this.#fetch(fillPath(call, input)[0], { method: 'OPTIONS', headers })
    must(status >= 200 && status < 300, `the preflight is answered ${status}`)
    return got
  }

  /** Sends a call that must succeed. Returns the reply as it is on the wire. */
  async ask<N extends CallName>(name: N, input: Input<N>, sent?: Sent): Promise<Wire<N>> {
    const reply = await this.send(name, input, sent)
    this.mustSucceed(name, reply)
    return readable(name, reply.body) as Wire<N>
  }

  /**
   * Throws a fault if a list has unreadable rows. At level plain, it throws only if all rows are unreadable, and
   * otherwise notes the unreadable ones.
   */
  mustReadRows(name: CallName, { body }: Reply) {
    const list = ROWS[name]
    const rows = rowsIn(name, body) ?? []
    const problems = rows.flatMap((row, at) => {
      const misfit = list && misfitOf(list.row, row)
      return misfit ? `row ${at + 1}, ${misfit}` : []
    })
    const said = `${problems.length} of ${rows.length} ${list?.name} cannot be read: ${problems.slice(0, SHOWN_PROBLEMS).join('; ')}`
    if (problems.length === 0) return
    must(!this.isFull && problems.length < rows.length, said)
    this.notes.push(said)
  }

  /** Notes the odd fields of a readable reply. At level full, they are a fault. */
  noteFields(name: CallName, body: unknown) {
    const odd = body === undefined ? [] : oddFields(name, body)
    if (odd.length === 0) return
    const said = `fields that the site does without: ${odd.slice(0, SHOWN_PROBLEMS).join('; ')}`
    must(!this.isFull, said)
    this.notes.push(said)
  }

  mustSucceed(name: CallName, reply: Reply) {
    skipLimited(reply)
    const { method, path } = calls[name] as Call
    const isGood = reply.status >= 200 && reply.status < 300
    must(isGood, `${method} ${path} answers ${reply.status} ${brief(reply.body)}`)
    const misfit = replyMisfitOf(calls[name], { ...reply, body: readable(name, reply.body) })
    must(misfit === null, `the reply of ${method} ${path} does not fit: ${misfit}`)
  }

  /**
   * Checks that a refusal is a 4xx with a message. At level full, it also needs a catalogue code, which must be one of
   * `codes` if any are given.
   */
  mustRefuse(reply: Reply, ...codes: string[]) {
    skipLimited(reply)
    const { code, message } = fieldsOf(reply.body)
    must(reply.status >= 400 && reply.status < 500, `is answered ${reply.status} ${brief(reply.body)}`)
    must(isText(code) || isText(message), `a refusal without a message: ${reply.status} ${brief(reply.body)}`)
    if (!this.isFull) return
    must(
      isText(code) && CATALOGUE.includes(code),
      `no field "code" with a code of the catalogue: ${reply.status} ${brief(reply.body)}`,
    )
    must(codes.length === 0 || codes.includes(code), `the code is ${code}`)
  }

  /** The readable game accounts, with amounts in satang. */
  async slots(): Promise<Slot[]> {
    return v.parse(v.array(Slot), (await this.ask('wallet.get', {})).slots)
  }

  async money(): Promise<Money> {
    const overview = v.parse(WalletOverview, await this.ask('wallet.get', {}))
    const games = overview.slots.flatMap(({ code, amount }) => (amount === null ? [] : [[code, amount] as const]))
    return { wallet: overview.wallet.amount, games: new Map(games), total: totalOf(overview) }
  }
}

/**
 * One named rule about one call.
 *
 * - `codes`: the refusal codes, which count only at level full
 * - `level`: the lowest level at which the rule applies
 * - `money`: the check moves money
 * - `keys`: the rule also applies at level plain if the backend offers keys
 */
export type Check = {
  call: CallName
  name: string
  codes: readonly string[]
  level: Level
  money: boolean
  keys: boolean
  run: (backend: Backend) => Promise<void>
}

type Options = { level?: Level; money?: boolean; keys?: boolean; codes?: readonly string[] }

export const check = (
  call: CallName,
  name: string,
  run: Check['run'],
  { level = 'plain', money = false, keys = false, codes = [] }: Options = {},
): Check => ({ call, name, codes, level, money, keys, run })

/** Returns a check that the backend refuses `what`. The codes count only at level full. */
export const refusal = <N extends CallName>(
  call: N,
  what: string,
  input: object | ((backend: Backend) => Promise<object>),
  codes: readonly string[] = [],
  options: Options = {},
): Check =>
  check(
    call,
    `${what} is refused`,
    async (backend) => {
      const sent = typeof input === 'function' ? await input(backend) : input
      backend.mustRefuse(await backend.send(call, sent), ...codes)
    },
    { ...options, codes },
  )

/**
 * Returns a check that the reply to a read fits the contract and the rules in `more`. The check notes odd fields that
 * the site can do without.
 */
export const shape = <N extends CallName>(
  call: N,
  input: Input<N>,
  more: (reply: Wire<N>) => void = () => {},
  options: Options = {},
): Check =>
  check(
    call,
    'the reply has the shape of the contract',
    async (backend) => {
      const reply = await backend.send(call, input)
      backend.mustSucceed(call, reply)
      backend.mustReadRows(call, reply)
      const body = readable(call, reply.body)
      backend.noteFields(call, body)
      more(body as Wire<N>)
    },
    options,
  )

/** Returns a check that a read succeeds. It is for calls whose reply the specification does not define. */
export const answered = (call: CallName): Check =>
  check(call, 'the call is answered', async (backend) => {
    const { status, body, isBroken } = await backend.send(call, {})
    must(status < 300 && !isBroken, `is answered ${status} ${brief(body)}`)
  })
