import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { formsAt } from './form.ts'

const YEAR = 366 * 24 * 60 * 60
/** How far the clock is ahead, in seconds. 0 means the real time. */
const Ahead = v.object({ seconds: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(YEAR)) })

/**
 * The server's clock in a demo. It can be moved ahead of `time`, for example to make codes or sessions expire or to
 * reach the next day.
 */
export function createClock(time: () => number = Date.now) {
  let ahead = 0
  const now = () => time() + ahead * 1000
  const pages = new Hono()
  formsAt(pages, '/sandbox#clock')('/', Ahead, async ({ seconds }) => {
    ahead = seconds
  })
  const section = () => html`<section id="clock">
    <h2>Clock</h2>
    <p>It is ${new Date(now()).toLocaleString('en-GB', { timeZone: 'Asia/Bangkok' })} in Bangkok${ahead > 0 ? `, ${ahead} seconds ahead` : ''}.
      Moving it ahead expires codes and changes days. Data written until then keeps its time when the clock is moved back.</p>
    <form method="post" action="/sandbox/clock" class="line">
      <label>Seconds ahead <input name="seconds" inputmode="numeric" autocomplete="off" required value="${ahead}"></label>
      <button>Set clock</button>
    </form>
  </section>`
  return { now, pages, section }
}
/** The result of {@link createClock}. */
export type Clock = ReturnType<typeof createClock>
