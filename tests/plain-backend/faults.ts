import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

/**
 * A fault for the next `times` calls of one route. `kind`: what goes wrong. `code:X` refuses the call with the code or
 * text X. `ms`: the length of a delay.
 */
export type Fault = { kind: string; times: number; ms: number }
/** The active faults, by `METHOD /path` line. */
export type Faults = Map<string, Fault>

/** Destroys the connection without sending a response. */
function cut(c: Context): Response {
  const bindings: Partial<HttpBindings> | undefined = c.env
  // uses the request's socket, because the response has no socket until the previous response on this connection has
  // finished
  bindings?.incoming?.socket.destroy()
  return new Response(null, RESPONSE_ALREADY_SENT)
}

/** Answers a call, or produces the fault that is set for it. */
export async function meetFault(
  faults: Faults,
  line: string,
  c: Context,
  answer: () => Promise<Response>,
): Promise<Response> {
  const fault = faults.get(line)
  if (!fault?.times) return answer()
  fault.times--
  switch (fault.kind) {
    case 'delay':
      await new Promise((done) => setTimeout(done, fault.ms))
      return answer()
    case 'drop-before':
      return cut(c)
    case 'drop-after-commit':
      // cuts the connection even if the call was refused
      await Promise.allSettled([answer()])
      return cut(c)
    case '500':
      return c.json({ message: 'INTERNAL_SERVER_ERROR' }, 500)
    case 'html200':
      return c.html('<!doctype html><title>Maintenance</title>')
    case 'badjson':
      return c.body('{"message": "cut', 200, { 'Content-Type': 'application/json' })
    case 'wrongtype':
      return c.json(42)
    case 'invalid-token':
      return c.json({ message: 'invalid-token' }, 401)
    case 'gone':
      return c.json({ message: 'gone' }, 410)
  }
  const [, code] = /^code:(.+)$/.exec(fault.kind) ?? []
  if (code === undefined) throw new Error(`no fault ${fault.kind}`)
  return c.json({ message: code }, 400)
}
