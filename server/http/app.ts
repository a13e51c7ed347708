import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { NOTICE_HEADERS } from '#contract/notices.ts'
import { REQUEST_ID_HEADER } from '#contract/offers.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { randomBelow } from '#contract/random.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { PASSKEY_HEADER } from '#contract/step-up.ts'
import { ApiError, databaseError, isUnavailable } from '#server/core/api-error.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { createGateways } from '#server/core/gateways.ts'
import { nameOf } from '#server/core/log.ts'
import { sitePictures } from '#server/core/site-pictures.ts'
import { readSwitches } from '#server/core/switches.ts'
import { CHAT_FILES, chatFileType } from '#server/domain/chat-files.ts'
import { Pending } from '#server/domain/operation.ts'
import { PICTURES, slipType } from '#server/domain/pictures.ts'
import { createSiteKeys } from '#server/domain/site-key.ts'
import { accountHandlers } from '#server/handlers/account.ts'
import { eventHandlers } from '#server/handlers/account-events.ts'
import { bonusHandlers } from '#server/handlers/bonus.ts'
import { careHandlers } from '#server/handlers/care.ts'
import { chatHandlers } from '#server/handlers/chat.ts'
import { dataHandlers } from '#server/handlers/data.ts'
import { depositHandlers } from '#server/handlers/deposit.ts'
import { gameHandlers } from '#server/handlers/game.ts'
import { giftHandlers } from '#server/handlers/gift-link.ts'
import type { Handler, Handlers } from '#server/handlers/handler.ts'
import { inviteHandlers } from '#server/handlers/invite.ts'
import { lookupHandlers } from '#server/handlers/lookup.ts'
import { operatorHandlers } from '#server/handlers/operator.ts'
import { passkeyHandlers } from '#server/handlers/passkey.ts'
import { playLimitHandlers } from '#server/handlers/play-limit.ts'
import { profileHandlers } from '#server/handlers/profile.ts'
import { promotionHandlers } from '#server/handlers/promotion.ts'
import { qrHandlers } from '#server/handlers/qr.ts'
import { recoverHandlers } from '#server/handlers/recover.ts'
import { refundHandlers } from '#server/handlers/refund.ts'
import { registerHandlers } from '#server/handlers/register.ts'
import { sessionHandlers } from '#server/handlers/sessions.ts'
import { slipHandlers } from '#server/handlers/slip.ts'
import { spinHandlers } from '#server/handlers/spin.ts'
import { statementHandlers } from '#server/handlers/statement.ts'
import { transferHandlers } from '#server/handlers/transfer.ts'
import { walletHandlers } from '#server/handlers/wallet.ts'
import { withdrawHandlers } from '#server/handlers/withdraw.ts'
import { answer } from './call.ts'
import { keptFiles } from './files.ts'
import { guards } from './guards.ts'
import { isForeign, securityHeaders } from './headers.ts'
import { requestLog } from './request-log.ts'
import { inlineHashes, staticFiles } from './static.ts'

const BODY_LIMIT = 64 * 1024
/** How long the database may take to answer before the server counts as not ready, in ms. */
const HEALTH_TIMEOUT = 2_000
/** PostgreSQL's error code for a string that it cannot store, because it contains U+0000. */
const NOT_TEXT = '22021'

/** The handlers from all files in server/handlers. */
const handlers: Handlers = {
  ...accountHandlers,
  ...bonusHandlers,
  ...careHandlers,
  ...playLimitHandlers,
  ...chatHandlers,
  ...dataHandlers,
  ...depositHandlers,
  ...gameHandlers,
  ...giftHandlers,
  ...inviteHandlers,
  ...lookupHandlers,
  ...operatorHandlers,
  ...eventHandlers,
  ...passkeyHandlers,
  ...profileHandlers,
  ...promotionHandlers,
  ...qrHandlers,
  ...recoverHandlers,
  ...refundHandlers,
  ...registerHandlers,
  ...sessionHandlers,
  ...slipHandlers,
  ...spinHandlers,
  ...statementHandlers,
  ...transferHandlers,
  ...walletHandlers,
  ...withdrawHandlers,
}

/**
 * Returns the paths of a call: its path in the contract, and that path without a trailing slash, which clients may
 * omit.
 */
const pathsOf = ({ path }: Call): string[] => [...new Set([path, path.replace(/\/$/, '')])]

/** Returns middleware that runs before the call's other middleware. */
export type FaultMiddleware = (name: CallName) => MiddlewareHandler

/**
 * The dependencies that an app creates itself if they are not passed in. Without `push` and `hangUp`, the app has no
 * sockets.
 */
type Spare = 'picture' | 'siteKey' | 'draw' | 'push' | 'hangUp' | 'gateways' | 'unfinished' | 'switches'
/** The dependencies of an app. */
export type Parts = Omit<Base, Spare> &
  Partial<Pick<Base, Spare>> & {
    /** Returns the database, or null until it is open. */
    open: () => Db | null
    /** Returns true once the server has been asked to stop. The server then reports that it is not ready. */
    isStopping?: () => boolean
    /** Returns true while calls are to be refused with 503. */
    isFull?: () => boolean
    /** The pages of the sandbox. */
    sandbox?: Hono
    /** Injects faults into calls. */
    faultMiddleware?: FaultMiddleware
    /** The folder of the client build. */
    dist?: string
  }

/** Returns 'ready' if the database answers in time, 'down' if it does not, and 'starting' before it is open. */
async function readiness(db: Db | null): Promise<'ready' | 'starting' | 'down'> {
  if (!db) return 'starting'
  const answered = db.execute(sql`select 1`).then(
    () => 'ready' as const,
    () => 'down' as const,
  )
  return Promise.race([answered, wait(HEALTH_TIMEOUT, 'down' as const, { ref: false })])
}

/** Returns the whole backend: the API, the sandbox and the built client. */
export function createApp({
  open,
  isStopping = () => false,
  isFull = () => false,
  sandbox,
  faultMiddleware,
  dist,
  draw = randomBelow,
  push = () => {},
  hangUp = () => {},
  gateways,
  unfinished = new Map(),
  switches = readSwitches,
  siteKey = createSiteKeys(),
  ...rest
}: Parts) {
  const spare = { draw, push, hangUp, unfinished, switches, siteKey, picture: sitePictures(dist) }
  const base: Base = { ...rest, ...spare, gateways: gateways ?? createGateways(rest.world) }
  const { now, settings } = base
  const app = new Hono()
  app.use(requestLog)
  for (const name of Object.keys(calls) as CallName[])
    app.on(calls[name].method, pathsOf(calls[name]), (c, next) => {
      c.set('call', name)
      return next()
    })
  app.use(securityHeaders(settings, inlineHashes(dist)))
  app.use('/api/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    // Clients show countdowns by the server's clock, which they read from this header.
    c.header('Date', new Date(now()).toUTCString())
  })
  app.get('/api/live', (c) => c.json({ status: 'live' }))
  app.get('/api/health', async (c) => {
    const status = isStopping() ? 'stopping' : await readiness(open())
    return c.json({ status }, status === 'ready' ? 200 : 503)
  })
  if (settings.webOrigin)
    app.use(
      '/api/*',
      cors({
        origin: settings.webOrigin,
        credentials: true,
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowHeaders: [
          'Authorization',
          'Content-Type',
          'X-Requested-With',
          'Idempotency-Key',
          PASSWORD_HEADER,
          OTP_HEADER,
          PROOF_HEADER,
          PASSKEY_HEADER,
        ],
        exposeHeaders: ['Date', 'Retry-After', REQUEST_ID_HEADER, ...NOTICE_HEADERS],
        maxAge: 600,
      }),
    )
  app.use('/api/*', async (c, next) => {
    if (isForeign(c, settings.webOrigin)) throw new ApiError('KEY_MISSING', 403)
    if (c.req.header('X-Requested-With') !== 'wallet-user') throw new ApiError('KEY_MISSING', 403)
    await next()
  })
  const small = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: () => {
      throw new ApiError('NO_DATA', 413)
    },
  })
  const guarded = guards(settings, now)
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name]
    const paths = pathsOf(call)
    if (faultMiddleware) app.on(call.method, paths, faultMiddleware(name))
    // The size of a form is checked while the form is read.
    if (!call.form) app.on(call.method, paths, small)
    for (const guard of guarded[name] ?? []) app.on(call.method, paths, guard)
    app.on(call.method, paths, async (c) => {
      const db = open()
      if (db && !isFull()) return answer(c, db, base, name, call, handlers[name] as Handler)
      c.header('Retry-After', '1')
      c.set('outcome', { outcome: db ? 'FULL' : 'STARTING' })
      return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' }, 503)
    })
  }
  app.all('/api/*', () => {
    throw new ApiError('NO_DATA', 404)
  })
  const files = { open, settings, siteKey, now }
  app.route(PICTURES, keptFiles({ ...files, typeOf: slipType }))
  app.route(CHAT_FILES, keptFiles({ ...files, typeOf: chatFileType }))
  if (sandbox) {
    app.route('/sandbox', sandbox)
    app.get('/', (c, next) => {
      const name = c.req.query('scenario')
      return name === undefined ? next() : Promise.resolve(c.redirect(`/sandbox/scenario/${encodeURIComponent(name)}`))
    })
  }
  if (dist) app.route('/', staticFiles(dist, settings.hasWorker))
  app.onError((error, c) => {
    const refusal = databaseError(error).code === NOT_TEXT ? new ApiError('NO_DATA') : error
    if (refusal instanceof ApiError) {
      const { code, message, status, until } = refusal
      if (until !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil((until - now()) / 1000))))
      c.set('outcome', { outcome: code })
      return c.json({ code, message }, status)
    }
    if (error instanceof Pending) {
      c.header('Retry-After', '2')
      c.set('outcome', { outcome: 'OUTCOME_PENDING' })
      return c.json({ code: 'OUTCOME_PENDING', message: 'OUTCOME_PENDING' }, 503)
    }
    c.set('outcome', { outcome: 'INTERNAL_SERVER_ERROR', ...nameOf(error) })
    if (isUnavailable(error)) c.header('Retry-After', '1')
    return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' }, isUnavailable(error) ? 503 : 500)
  })
  return app
}
