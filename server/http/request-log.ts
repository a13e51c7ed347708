import type { MiddlewareHandler } from 'hono'
import type { CallName } from '#contract/calls.ts'
import { REQUEST_ID_HEADER } from '#contract/offers.ts'
import { log } from '#server/core/log.ts'
import { newId } from '#server/core/schema/columns.ts'

import { countRequest } from './metrics.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The call that a request makes. It is not set for a file, a page or an unknown path. */
    call?: CallName
    /** The fields that are logged if the request fails. */
    outcome?: { outcome: string; error?: string; at?: string }
  }
}

/** A 503 is temporary, whereas any other 5xx is an error in our own code. */
function levelOf(status: number) {
  if (status < 500) return 'info'
  return status === 503 ? 'warn' : 'error'
}

/** Monitors request these paths every few seconds, which would fill the log. */
const UNLOGGED: ReadonlySet<string> = new Set(['/api/live', '/api/health'])

/**
 * Counts each request, and logs one line with its id, call, outcome, status and duration in ms. The id is also sent in
 * a header of the response. Ids sent by clients are not used, because they could contain anything.
 *
 * The line never contains the client's address, the caller, or the path, which may include a password.
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
