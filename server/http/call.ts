import { createHash, createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { CHAT_IMAGE_MOST, CHAT_VIDEO_MOST } from '#contract/chat.ts'
import { toWire } from '#contract/money.ts'
import { ACCOUNT_CHANGED_HEADER, HELD_DEPOSIT_HEADER, NEW_LOGIN_HEADER, TIME_CHECK_HEADER } from '#contract/notices.ts'
import { SignedChallenge } from '#contract/passkey.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { SLIP_MAX_BYTES } from '#contract/slip.ts'
import { PASSKEY_HEADER } from '#contract/step-up.ts'
import { ApiError, refusalOf } from '#server/core/api-error.ts'
import type { Base, HandlerContext } from '#server/core/context.ts'
import { type Db, retried } from '#server/core/db.ts'
import { logFailure } from '#server/core/log.ts'
import type { Said } from '#server/core/world.ts'
import { awaitAnswer, Order, Pending } from '#server/domain/operation.ts'
import { languageOf } from '#server/domain/operator.ts'
import { inPasswordQueue } from '#server/domain/password.ts'
import { carryOut, type Outside } from '#server/domain/reconciler.ts'
import { hashOf } from '#server/domain/session.ts'
import type { Handler } from '#server/handlers/handler.ts'
import { kinds } from '#server/handlers/kinds.ts'
import { addressOf, ownerOf, pastOwnerOf, tokenIn } from './caller.ts'
import { deviceIn, storeDevice } from './device.ts'
import { isHttps } from './headers.ts'
import { BEGUN, type Change, isTaken, once, storedReply } from './idempotency.ts'
import { languageIn } from './language.ts'
import { LimitReached, limited } from './limits.ts'
import type { FormRules } from './multipart.ts'
import { browserKeyOf } from './proof.ts'
import { receiveFile, type Upload } from './upload.ts'

/** The form rules for each call that accepts a form. */
const FORMS: Partial<Record<keyof Calls, FormRules>> = {
  'wallet.slip': { most: SLIP_MAX_BYTES, none: 'SLIP_NO_FILE', tooLarge: 'SLIP_INVALID_FILE' },
  'chat.uploadImage': { most: CHAT_IMAGE_MOST, none: 'NO_DATA', tooLarge: 'NO_DATA' },
  'chat.uploadVideo': { most: CHAT_VIDEO_MOST, none: 'NO_DATA', tooLarge: 'NO_DATA' },
}
function rulesOf(name: keyof Calls): FormRules {
  const rules = FORMS[name]
  if (!rules) throw new Error(`no rules for the form of ${name}`)
  return rules
}

/** The calls that are answered even if the site is closed. */
const ON_CLOSED_SITE: ReadonlySet<keyof Calls> = new Set(['lookup.active', 'account.logout'])
const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/))
const Body = v.record(v.string(), v.unknown())

function currentPasswordIn(c: Context): string | null {
  try {
    return decodeURIComponent(c.req.header(PASSWORD_HEADER) ?? '') || null
  } catch {
    return null // not percent-encoded, so treated as missing
  }
}

/** Returns the passkey's answer in the header `PASSKEY_HEADER`, or null if the header is missing or unreadable. */
function signedIn(c: Context): SignedChallenge | null {
  const header = c.req.header(PASSKEY_HEADER)
  if (!header) return null
  try {
    return v.parse(SignedChallenge, JSON.parse(Buffer.from(header, 'base64url').toString()))
  } catch {
    return null
  }
}

async function inputOf(c: Context, call: Call, upload: Upload | null): Promise<unknown> {
  if (upload) return v.parse(call.input, { file: upload.file, ...c.req.param() })
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  const sent: unknown = hasBody ? JSON.parse((await c.req.text()) || '{}') : c.req.query()
  // Spreading an array would produce an empty object or an object with numbered keys.
  if (Array.isArray(sent)) throw new SyntaxError('a list')
  return v.parse(call.input, { ...v.parse(Body, sent), ...c.req.param() })
}

const parsed = (c: Context, call: Call, upload: Upload | null) =>
  inputOf(c, call, upload).catch((error) => {
    throw error instanceof v.ValiError || error instanceof SyntaxError ? new ApiError('NO_DATA') : error
  })

/**
 * Returns the input as a string for recognising repeats. A file is represented by its digest, so that equal bytes count
 * as the same file.
 */
const compared = (input: unknown, upload: Upload | null) =>
  JSON.stringify(input, (_, value) => (upload && value === upload.file ? upload.digest : value))

const noFile = () => Promise.reject(new Error('the input contains no file'))

/** Sends a message to the connected sockets and to the support gateway. Failures of that gateway are only logged. */
function publish({ push, gateways }: Base, said: Said) {
  push(said)
  gateways.notifySupport(said).catch((error) => logFailure('chat', error))
}

/** Returns the id under which a change is stored. */
export const idOf = (owner: string, name: keyof Calls, key: string) =>
  createHash('sha256').update(`${owner}|${name}|${key}`).digest('hex')
/** Returns an HMAC of the input, which is equal for a repeat of the same change. */
const inputHash = (key: string, input: unknown, upload: Upload | null) =>
  createHmac('sha256', key).update(compared(input, upload)).digest('hex')

/**
 * A call as the server received it. `key` is the thumbprint of the browser key that signed the call, or null if the
 * call is not signed.
 */
type Received = { c: Context; db: Db; base: Base; name: keyof Calls; call: Call; key: string | null }

/**
 * Returns the owner of the call's data. Throws `gone` (410) if the site is closed, and otherwise the same errors as
 * {@link ownerOf}.
 */
async function admit({ c, db, base: { now, switches }, name, call, key }: Received): Promise<string> {
  if (!ON_CLOSED_SITE.has(name) && (await switches(db)).terminated) throw new ApiError('gone', 410)
  return ownerOf(db, name, call, {
    authorization: c.req.header('Authorization'),
    key,
    now: now(),
    notify: {
      newLogin: (at) => c.header(NEW_LOGIN_HEADER, String(at.getTime())),
      accountChanged: (at) => c.header(ACCOUNT_CHANGED_HEADER, String(at.getTime())),
      heldDeposit: (at) => c.header(HELD_DEPOSIT_HEADER, String(at.getTime())),
      timeCheck: (minutes) => c.header(TIME_CHECK_HEADER, String(minutes)),
    },
  })
}

/**
 * Answers a call that was refused with `why` before it could run. If the same change has run before, returns its stored
 * reply, so that resending a request never makes it look refused. If a limit refused a change that has begun, throws
 * {@link Pending}. Otherwise throws `why`. Never runs the change.
 */
async function answerStored({ c, db, base, name, call, key: browserKey }: Received, why: ApiError) {
  const key = v.safeParse(Key, c.req.header('Idempotency-Key'))
  const from = { authorization: c.req.header('Authorization'), key: browserKey }
  const owner = call.kind === 'change' ? await pastOwnerOf(db, call, from) : null
  if (owner === null || !key.success) throw why
  const id = idOf(owner, name, key.output)
  if (!(await isTaken(db, id))) throw why
  const upload = call.form ? await receiveFile(c.req.raw, base.settings.uploads, rulesOf(name)) : null
  try {
    const hash = inputHash(key.output, await parsed(c, call, upload), upload)
    const reply = await storedReply(db, { id, hash, key: key.output })
    // a refusal by a limit would look like a refusal of the change, although the change has begun
    if (reply === BEGUN && why instanceof LimitReached) throw new Pending()
    if (reply === BEGUN || reply === undefined) throw why
    return c.json(toWire(call.reply, reply))
  } finally {
    await upload?.end(db)
  }
}

const handlerOf = (handler: Handler) => {
  if (typeof handler !== 'function') throw new Error('a read has no slow work')
  return handler
}

/**
 * Does the slow work of a change, before its transaction, and returns the function to run in the transaction. If the
 * slow work refuses the change, that function throws the refusal, so that it is stored as the answer.
 */
async function ready(
  handler: Handler,
  input: unknown,
  context: HandlerContext,
): Promise<(context: HandlerContext) => Promise<unknown>> {
  if (typeof handler === 'function') return (inner) => handler(input, inner)
  return handler.before(input, context).catch((error) => {
    const refusal = refusalOf(error)
    return () => Promise.reject(refusal)
  })
}

/**
 * Carries out an Order and returns what was booked. Returns null if the outcome is still unknown after `limit` ms. If
 * the provider answers later, the outcome is booked at that point.
 */
async function carriedOut(outside: Outside, change: Change, order: Order, limit: number) {
  const patience = new AbortController()
  const booked = carryOut(outside, change, order, performance.now() + limit)
  booked.catch((error) => {
    if (patience.signal.aborted) logFailure('operation', error, { operation: change.id })
  })
  try {
    return await Promise.race([booked, wait(limit, null, { signal: patience.signal })])
  } finally {
    patience.abort()
  }
}

/**
 * Carries out the Order of a change and returns the reply. Without an Order, waits for the reply of the operation that
 * has already begun.
 */
async function outcome(db: Db, base: Base, change: Change, begun: Order | typeof BEGUN) {
  const { gateways, now, settings, unfinished } = base
  const until = performance.now() + settings.callLimit
  if (begun instanceof Order) {
    const booked = await carriedOut({ db, gateways, kinds, now, unfinished }, change, begun, settings.callLimit)
    if (booked?.reply instanceof ApiError) throw booked.reply
    if (booked) return begun.more.reply ?? booked.reply
  }
  return awaitAnswer(db, change.id, change.key, until)
}

/** Runs one call of `owner` and returns its reply. A change runs exactly once per Idempotency-Key. */
async function replyTo({ c, db, base, name, call, key: browserKey }: Received, handler: Handler, owner: string) {
  const session = hashOf(tokenIn(c.req.header('Authorization')) ?? '')
  const upload = call.form ? await receiveFile(c.req.raw, base.settings.uploads, rulesOf(name)) : null
  try {
    const input = await parsed(c, call, upload)
    const language = languageOf(languageIn(c), base.settings.isLaos)
    let afterwards: (() => void)[] = []
    const context = {
      ...base,
      owner,
      session,
      currentPassword: currentPasswordIn(c),
      signed: signedIn(c),
      otpToken: c.req.header(OTP_HEADER) ?? null,
      device: deviceIn(c),
      browserKey,
      userAgent: c.req.header('User-Agent') ?? '',
      address: addressOf(c, base.settings.trustProxy),
      pageOrigin: base.settings.passkeyOrigin ?? `${isHttps(c) ? 'https' : 'http'}://${new URL(c.req.url).host}`,
      language,
      keep: upload?.keep ?? noFile,
      storeDevice: (device: string) => void afterwards.push(() => storeDevice(c, base.settings, device)),
      publish: (said: Said) => void afterwards.push(() => publish(base, said)),
      hangUp: (sessions: readonly string[]) => void afterwards.push(() => base.hangUp(sessions)),
    }
    if (call.kind === 'read') return await handlerOf(handler)(input, { ...context, db, request: '', key: '' })
    const key = v.safeParse(Key, c.req.header('Idempotency-Key'))
    if (!key.success) throw new ApiError('KEY_MISSING')
    const id = idOf(owner, name, key.output)
    const own = { request: id, key: key.output }
    const run = await ready(handler, input, { ...context, db, ...own })
    const change: Change = {
      ...{ id, owner, key: key.output, at: new Date(base.now()) },
      hash: inputHash(key.output, input, upload),
      keepsReply: !call.secret,
      run: (tx) => run({ ...context, db: tx, ...own }),
    }
    const reply = await retried(() => {
      afterwards = []
      return once(db, change, base.unfinished)
    })
    for (const act of afterwards) act()
    return reply instanceof Order || reply === BEGUN ? await outcome(db, base, change, reply) : reply
  } finally {
    await upload?.end(db)
  }
}

/** Answers one call: checks the caller and the limits, then runs the call. */
export async function answer(c: Context, db: Db, base: Base, name: keyof Calls, call: Call, handler: Handler) {
  const received = { c, db, base, name, call, key: await browserKeyOf(c, call, base.now()) }
  const stored = (why: ApiError) => answerStored(received, why)
  const owner = await admit(received).catch(refusalOf)
  if (owner instanceof ApiError) return stored(owner)
  // Reads the whole body first, so that an incomplete request does not count towards a limit.
  if (!call.form) await c.req.text()
  const run = () => limited({ c, db, base, name, owner }, () => replyTo(received, handler, owner))
  const reply = await (typeof handler === 'function' ? run() : inPasswordQueue(run)).catch((error) => {
    if (error instanceof LimitReached) return error
    throw error
  })
  return reply instanceof LimitReached ? stored(reply) : c.json(toWire(call.reply, reply))
}
