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
    /** The fields of the log for a request that failed. */
    outcome?: { outcome: string; error?: string; at?: string }
  }
}

/** A 503 is temporary; any other 5xx is an error of ours. */
function levelOf(status: number) {
  if (status < 500) return 'info'
  return status === 503 ? 'warn' : 'error'
}

/** Monitors ask for these every few seconds. */
const UNLOGGED: ReadonlySet<string> = new Set(['/api/live', '/api/health'])

/**
 * Counts each request, and logs a line for it: its id, which is in a header of the answer, the call, the outcome, the
 * status and the duration in ms. It logs neither the client's address, nor the caller, nor the path, which may contain a
 * password. An id sent by the client is not used, because it could be anything.
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
