import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { type CallName, calls } from '#contract/calls.ts'
import type { FaultMiddleware } from '#server/http/app.ts'
import { formsAt } from './form.ts'

/** The kinds of faults. In addition, `code:X` refuses a call with the code X. Source: R386–R389. */
export const FAULT_KINDS = [
  'drop-before',
  'drop-after-commit',
  'delay',
  '500',
  'html200',
  'badjson',
  'wrongtype',
  'invalid-token',
  'gone',
  'socket-cut',
] as const
const REFUSED = /^code:([A-Z0-9_]+)$/

const NAMES = Object.keys(calls) as CallName[]
const count = (most: number, preset: string) =>
  v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(most)), preset)

/**
 * A network or server fault. It affects the next `times` calls named `match`, or the next `times` calls of any name if
 * `match` is `*`. `ms` is the duration of a `delay`. `drop-before` cuts the connection before the call is handled, and
 * `drop-after-commit` after the call has taken effect. `socket-cut` cuts all chat sockets immediately.
 */
const Fault = v.object({
  match: v.picklist([...NAMES, '*']),
  kind: v.union([v.picklist(FAULT_KINDS), v.pipe(v.string(), v.regex(REFUSED))]),
  times: count(1000, '1'),
  ms: count(60_000, '3000'),
})
type Fault = v.InferOutput<typeof Fault>

/**
 * Destroys the connection. The Node server ignores the returned response. Only a test, which has no socket, receives
 * it.
 */
function cut(c: Context) {
  const bindings: Partial<HttpBindings> | undefined = c.env
  // uses the request's socket, because the response has no socket until the previous response on this connection is
  // finished
  bindings?.incoming?.socket.destroy()
  return new Response(null, RESPONSE_ALREADY_SENT)
}

async function spoil(c: Context, { kind, ms }: Fault, next: () => Promise<void>): Promise<Response | undefined> {
  switch (kind) {
    case 'delay':
      await wait(ms)
      await next()
      return
    case 'drop-after-commit':
      await next()
      c.res = undefined
      c.res = cut(c)
      return
    case 'drop-before':
      return cut(c)
    case '500':
      return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' }, 500)
    case 'html200':
      return c.html('<!doctype html><title>Sign in</title><p>Welcome to the airport Wi-Fi.')
    case 'badjson':
      return c.body('{"code":', 200, { 'Content-Type': 'application/json' })
    case 'wrongtype':
      return c.json(42)
    case 'invalid-token':
      return c.json({ code: 'UNAUTHORIZED', message: 'invalid-token' }, 401)
    case 'gone':
      return c.json({ code: 'gone', message: 'gone' }, 410)
  }
  const [, code = ''] = REFUSED.exec(kind) ?? []
  return c.json({ code, message: code }, 400)
}

/**
 * Creates the store of injected faults. `cutLines` cuts all chat sockets. The returned `faultMiddleware` injects the
 * faults into calls.
 */
export function createFaults(cutLines: () => void) {
  let armed: Fault[] = []
  const faultMiddleware: FaultMiddleware = (name) => async (c, next) => {
    const fault = armed.find(({ match }) => match === '*' || match === name)
    if (!fault) return next()
    fault.times -= 1
    if (fault.times === 0) armed = armed.filter((other) => other !== fault)
    return spoil(c, fault, next)
  }

  const pages = new Hono()
  const form = formsAt(pages, '/sandbox#faults')
  pages.get('/', (c) => c.json(armed))
  form('/', Fault, async (fault) => {
    if (fault.kind === 'socket-cut') cutLines()
    else armed.push(fault)
  })
  form('/clear', v.object({}), async () => {
    armed = []
  })

  const row = ({ match, kind, times, ms }: Fault) =>
    html`<li class="code">${times} × <code>${match}</code>: ${kind}${kind === 'delay' ? ` of ${ms} ms` : ''}</li>`
  const section = () => html`<section id="faults">
    <h2>Faults</h2>
    <p>The next calls of one name, or of any, fail: the connection is cut before the call is handled or after it took effect,
      or the answer comes late or never. <code>code:BONUS_FULL</code> refuses with that code. A tool may post the same as JSON to <code>/sandbox/faults</code>.</p>
    <ul>${armed.map(row)}</ul>
    ${armed.length === 0 ? html`<p class="none">No fault is set.</p>` : ''}
    <form method="post" action="/sandbox/faults" class="line">
      <label>Call <select name="match">${['*', ...NAMES].map((name) => html`<option>${name}</option>`)}</select></label>
      <label>Fault <input name="kind" list="kinds" autocomplete="off" required></label>
      <label>Times <input name="times" inputmode="numeric" autocomplete="off" value="1"></label>
      <label>Milliseconds <input name="ms" inputmode="numeric" autocomplete="off" value="3000"></label>
      <datalist id="kinds">${[...FAULT_KINDS, 'code:'].map((kind) => html`<option value="${kind}">`)}</datalist>
      <button>Set fault</button>
    </form>
    <form method="post" action="/sandbox/faults/clear" class="line"><button class="quiet">Clear all faults</button></form>
  </section>`
  return { faultMiddleware, pages, section }
}
