import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { SLIP_REASONS } from '#contract/codes.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { fileAddresses } from '#server/domain/file-address.ts'
import { picturePath } from '#server/domain/pictures.ts'
import { settleSlip, type Verdict } from '#server/domain/slip.ts'
import { BahtText, formsAt } from './form.ts'

const SHOWN = 20

const slip = v.pipe(v.string(), v.maxLength(64))
const Accept = v.object({ slip, amount: BahtText, reference: v.pipe(v.string(), v.maxLength(64), v.regex(/\w/)) })
const Fail = v.object({ slip, reason: v.picklist(SLIP_REASONS) })

type Waiting = { slip: typeof slips.$inferSelect; member: string }

function slipRow({ slip: { id, createdAt }, member }: Waiting, picture: string | null) {
  const time = createdAt.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })
  const about = `${member}, ${time}`
  return html`<li class="code">
    <div class="line">
      ${
        picture &&
        html`<a href="${picture}" target="_blank" rel="noopener">
        <img class="slip" src="${picture}" alt="Slip: ${about}" width="60" height="80" loading="lazy"></a>`
      }
      <p>${member} · ${time}</p>
    </div>
    <form method="post" action="/sandbox/slip/accept" class="line">
      <input type="hidden" name="slip" value="${id}">
      <label>Amount <input name="amount" inputmode="decimal" autocomplete="off" required></label>
      <label>The bank's reference number <input name="reference" autocomplete="off" required></label>
      <button aria-label="Accept: ${about}">Accept</button>
    </form>
    <form method="post" action="/sandbox/slip/fail" class="line">
      <input type="hidden" name="slip" value="${id}">
      <label>Reason <select name="reason">${SLIP_REASONS.map((reason) => html`<option>${reason}</option>`)}</select></label>
      <button class="quiet" aria-label="Fail: ${about}">Fail</button>
    </form>
  </li>`
}

type Parts = Pick<Base, 'now' | 'settings' | 'siteKey'> & { database: () => Db }

/**
 * The simulated slip checker: shows the pending slips, and lets a person accept or refuse each one. Source: R178,
 * R497–R507.
 */
export function createSlips({ database, ...parts }: Parts) {
  const { now } = parts
  const pages = new Hono()
  const settle = (id: string, verdict: Verdict) =>
    database().transaction((tx) => settleSlip(tx, id, verdict, new Date(now())))
  const form = formsAt(pages)
  form('/accept', Accept, ({ slip, amount, reference }) => settle(slip, { amount, reference }))
  form('/fail', Fail, ({ slip, reason }) => settle(slip, { reason }))

  /** The section of the page that lists pending slips, newest first. */
  async function section() {
    const waiting = await database()
      .select({ slip: slips, member: members.name })
      .from(slips)
      .innerJoin(members, eq(members.id, slips.memberId))
      .where(eq(slips.status, 'PENDING'))
      .orderBy(desc(slips.createdAt))
      .limit(SHOWN)
    const { pathOf } = await fileAddresses({ db: database(), ...parts })
    return html`<section>
      <h2>Slips</h2>
      <p>Accepting credits the amount, once per reference number; a second slip with the same number fails as a duplicate.</p>
      <ul>${waiting.map((each) => slipRow(each, each.slip.file && pathOf(picturePath(each.slip.file))))}</ul>
      ${waiting.length === 0 ? html`<p class="none">None is waiting.</p>` : ''}
    </section>`
  }
  return { pages, section }
}
