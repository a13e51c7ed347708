import type { MiddlewareHandler } from 'hono'
import type { CallName } from '#contract/calls.ts'
import { REQUEST_ID_HEADER } from '#contract/offers.ts'
import { log } from '#server/core/log.ts'
import { newId } from '#server/core/schema/columns.ts'

import { countRequest } from './metrics.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The call of a request; not set for a file, a page or an unknown path. */
    call?: CallName
    /** The log fields for a request that failed. */
    outcome?: { outcome: string; error?: string; at?: string }
  }
}

/** A 503 is temporary; any other 5xx is our own error. */
function levelOf(status: number) {
  if (status < 500) return 'info'
  return status === 503 ? 'warn' : 'error'
}

/** Monitors request these paths every few seconds. */
const UNLOGGED: ReadonlySet<string> = new Set(['/api/live', '/api/health'])

/**
 * Counts each request, and logs a line with its id (also in a response header), the call, the outcome, the status and
 * the duration in ms. It never logs the client's address, the caller, or the path, which may contain a password. Ids
 * sent by clients are not used, because they could contain anything.
 */
export const requestLog: MiddlewareHandler = async (c, next) => {
  const id = newId()
  const began = performance.now()
  await next()
  c.header(REQUEST_ID_HEADER, id)
  const { status } = c.res
  if (UNLOGGED.has(c.req.path)) return
  const ms = performance.now() - began
  const call = c.get('call')
  const outcome = { outcome: status < 400 ? 'ok' : 'FAILED', ...c.get('outcome') }
  countRequest(call ?? 'none', outcome.outcome, ms / 1000)
  log[levelOf(status)]({ id, call, ...outcome, status, ms: Math.round(ms) }, 'request')
}
