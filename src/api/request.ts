import redaxios from 'redaxios'
import * as v from 'valibot'
import { type Call, type CallInput, type CallReply, fillPath } from '#contract/call.ts'
import {
  asFailure,
  type Failure,
  failureOf,
  NO_CONNECTION,
  SENT_ONCE,
  type Verdict,
  verdictOf,
} from '#contract/failure.ts'
import { HTTP_TIMEOUT, UPLOAD_TIMEOUT } from '#contract/limits.ts'
import { lookupCalls, type SiteActive } from '#contract/lookup.ts'
import { toWire } from '#contract/money.ts'
import { REQUEST_ID_HEADER } from '#contract/offers.ts'
import { PROOF_HEADER, WRONG_TIME } from '#contract/proof.ts'
import { unreadRows } from '#contract/rows.ts'
import { API_URL } from '#src/lib/api-url.ts'
import { learnTime } from '#src/lib/clock.ts'
import { formOf } from '#src/lib/form.ts'
import { inTime } from '#src/lib/in-time.ts'
import { timeLimit } from '#src/lib/time-limit.ts'
import { isBound, token } from '#src/lib/token.ts'
import { clearUnanswered, failureOfKey } from '#src/lib/unanswered.ts'
import { clearUnkeyed, isUnkeyed, storeUnkeyed } from '#src/lib/unkeyed.ts'
import { warn } from '#src/lib/warn.ts'
import type { browserKey, proofOf } from './proof.ts'
import type { OnProgress } from './upload.ts'

type Proofs = { browserKey: typeof browserKey; proofOf: typeof proofOf }

/**
 * The dependencies of requests. They are read on every call, so that tests can replace them. For example, a test can
 * pass the server itself as `fetch`.
 */
export type Wire = {
  base: string
  fetch: (url: string, init: RequestInit, onProgress?: OnProgress) => Promise<Response>
  token: () => string | null
  /** True if the backend accepts the token only with a proof. */
  isBound: () => boolean
  /**
   * Loads the module that makes proofs with this browser's key. Proofs are needed only if the backend offers `proof`.
   */
  proofs: () => Promise<Proofs>
  /**
   * Returns the site's state and its backend's offers. They are requested only once, before the first change. Rejects
   * with a Failure.
   */
  site: () => Promise<SiteActive>
  /** Returns the guest's credentials for a call without a token, once a chat exists. Source: D-22–D-23. */
  guest?: (call: Call) => Record<string, string>
  /**
   * Called when a reply ends the session or reports that the site is shut down. `sentWith` is the token that the call
   * was sent with.
   */
  report: (verdict: Verdict, failure: Failure, sentWith: string | null) => void
  /**
   * Called with the headers of each reply in the current session, which may contain notices. `sentAt` is the time at
   * which the request was sent, in epoch ms. Source: R567, R588, R590.
   */
  onHeaders?: (headers: Headers, sentAt: number) => void
}

/** Loads the site's state and settings. If settings are unreadable, warns with their names but without their values. */
export async function readSite(): Promise<SiteActive> {
  const site = await request(lookupCalls['lookup.active'], {})
  const { unread } = site.settings
  if (unread) warn(`GET /api/lookup/active: cannot read ${unread.join(', ')}`)
  return site
}

/**
 * Returns a function that loads the site's state and settings only once. After a failure, its next call loads them
 * again. The function rejects with a Failure.
 */
export function siteReader(): Wire['site'] {
  let asked: Promise<SiteActive> | null = null
  return () => {
    asked ??= readSite().catch((failure) => {
      asked = null
      throw failure
    })
    return asked
  }
}

/** The timeout for loading the module that makes proofs, in ms (assumed). */
const FILE_LIMIT = 15_000

/** This page's connection to its backend. Tests replace parts of it. */
export const wire: Wire = {
  base: API_URL,
  fetch: async (url, init, onProgress) =>
    onProgress ? (await import('./upload.ts')).upload(url, init, onProgress) : fetch(url, init),
  token,
  isBound,
  proofs: () => inTime(import('./proof.ts'), FILE_LIMIT),
  site: siteReader(),
  report: () => {},
}

/** The reply's body is not JSON, or is truncated. */
const NO_JSON = Symbol('no JSON')
/** The reply's body is an HTML page, so the reply did not come from the backend. */
const PAGE = Symbol('page')
/** The reply's body is empty. */
const EMPTY = Symbol('empty')

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    if (text.trimStart().startsWith('<')) return PAGE
    return text ? JSON.parse(text) : EMPTY
  } catch {
    return NO_JSON
  }
}

/**
 * Parses the data of a 2xx reply. Returns undefined if the data does not match the schema. A backend that has no data
 * to return may send no body, or a body that is not JSON.
 */
function parsed<S extends v.GenericSchema>(reply: S, data: unknown) {
  if (data === PAGE) return undefined
  const found = data === EMPTY ? [{}, null] : [data]
  return found.map((each) => v.safeParse(reply, each)).find(({ success }) => success)
}

const unknown = (code: string): Failure => ({ kind: 'unknown', code, message: '' })
const refused = (code: string): Failure => ({ kind: 'refused', code, message: code })

/**
 * Returns the headers by which the backend recognises a repeated change. Rejects as refused if the backend does not
 * offer the call.
 *
 * Rejects as unknown, without sending anything, in two cases:
 * - The offers are unknown, and the change may have been sent before a reload.
 * - The change was already sent without its key, so that the backend could carry it out twice if it were resent. The
 *   code is then SENT_ONCE.
 */
async function keyHeaders({ needs, repeatable }: Call, key: string): Promise<Record<string, string>> {
  const { offers } = await wire.site().catch((failure) => {
    throw { ...asFailure(failure), kind: 'unknown' } satisfies Failure
  })
  if (needs && !offers.includes(needs)) throw refused('NO_DATA')
  if (isUnkeyed(key)) throw unknown(SENT_ONCE)
  // on another origin, the preflight fails if the backend does not allow this header
  if (offers.includes('keys')) return { 'Idempotency-Key': key }
  if (!repeatable) storeUnkeyed(key)
  return {}
}

const fields = (data: unknown): { code?: unknown; message?: unknown } =>
  typeof data === 'object' && data !== null ? data : {}

type Options = {
  onProgress?: OnProgress
  headers?: Record<string, string>
  isBound?: boolean
  sentWith?: string | null
}

/**
 * Sends a call. Every call goes through this function. Amounts are in satang in `input` and in the returned reply, but
 * in baht on the wire. A change carries its key only if the backend offers keys.
 *
 * - `onProgress` receives the upload progress of a form.
 * - `headers` are additional headers.
 * - `sentWith` is the token, if it is not the stored one.
 * - `isBound` adds a proof of this browser's key to the request.
 *
 * Rejects with plain {@link Failure} data, see {@link failureOf}. Without a token, a member's call is refused before
 * anything is sent. If the backend rejects the time in the proof, the request is resent once with the time from that
 * reply. Source: R298–R302, R386–R391, R602, R604.
 */
export async function request<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
  { onProgress, headers, sentWith = wire.token(), isBound = wire.isBound() }: Options = {},
): Promise<CallReply<C>> {
  const { key = '', ...body } = input as Record<string, unknown> & { key?: string }
  const [path, rest] = fillPath(call, Object(toWire(call.input, body)))
  // a tab that has just logged out may still start requests, which the backend would only refuse
  if (call.access === 'member' && sentWith === null) throw refused('UNAUTHORIZED')
  const inUrl = call.method === 'GET' || call.method === 'DELETE'
  const keys = call.kind === 'change' ? await keyHeaders(call, key) : {}
  // send credentials only if the backend allows them, because the browser would otherwise hide a cross-origin reply
  const isKnowable = import.meta.env.VITE_API_URL && call.login && (await wire.site()).offers.includes('device')
  const limit = timeLimit(call.form ? UPLOAD_TIMEOUT : HTTP_TIMEOUT, signal)
  let sent = Date.now()
  let data: unknown
  const options = {
    method: call.method.toLowerCase() as 'get',
    // redaxios accepts any text as data, so the body is read below
    responseType: 'stream',
    ...(isKnowable && { withCredentials: true }),
    headers: {
      'X-Requested-With': 'wallet-user',
      ...(sentWith ? { Authorization: `Bearer ${sentWith}` } : wire.guest?.(call)),
      ...keys,
      ...headers,
    },
    ...(Object.keys(rest).length > 0 &&
      (inUrl ? { params: rest as Record<string, string> } : { data: call.form ? formOf(rest) : rest })),
    // redaxios supports neither signals nor timeouts, so both are added here
    fetch: async (url: string, init: RequestInit) => {
      const proof = isBound && (await (await wire.proofs()).proofOf(url, init, sentWith))
      sent = Date.now()
      const response = await wire.fetch(
        url,
        { ...init, headers: { ...init.headers, ...(proof && { [PROOF_HEADER]: proof }) }, signal: limit.signal },
        onProgress,
      )
      data = await bodyOf(response)
      return response
    },
  }
  const send = async () => {
    const reply = await redaxios(wire.base + path, options as object).catch(() => null)
    learnTime(reply?.headers.get('Date') ?? null, sent, Date.now())
    return reply
  }
  let reply = await send()
  if (isBound && fields(data).message === WRONG_TIME) reply = await send()
  limit.end()
  // a read has no idempotency key, and the refusal of a login is final
  const left = (failed: Failure) => (key === '' || call.login ? failed : failureOfKey(key, failed))
  if (!reply) throw left(unknown(limit.isOver ? 'INTERNAL_SERVER_ERROR' : NO_CONNECTION))
  if (sentWith === wire.token()) wire.onHeaders?.(reply.headers, sent)
  const said = fields(data)
  const { status } = reply
  const isError = status >= 400
  const [reference] = /^[\w-]{1,64}$/.exec(reply.headers.get(REQUEST_ID_HEADER) ?? '') ?? []
  const failure: Failure = { ...failureOf({ ...said, status }, call), ...(reference && { reference }) }
  const verdict = verdictOf(said, { isError, isLogin: call.login })
  // a wrong time in the proof does not end the session
  if (verdict && said.message !== WRONG_TIME) wire.report(verdict, failure, sentWith)
  const good = verdict || isError ? undefined : parsed(call.reply, data)
  const final = good ? null : left(failure)
  if (final?.kind !== 'unknown') {
    clearUnanswered(key)
    clearUnkeyed(key)
  }
  if (!good) throw final
  const unread = unreadRows(good.output)
  if (unread.length > 0) warn(`${call.method} ${call.path}: cannot read ${unread.join(', ')}`)
  return good.output as CallReply<C>
}
