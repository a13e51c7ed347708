import { and, asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import type { Currency, Satang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { endHeld } from '#server/domain/deposit-limit.ts'
import { formsAt } from './form.ts'
import { sayAmount } from './say-amount.ts'

const SHOWN = 20

const Return = v.object({ id: v.pipe(v.string(), v.maxLength(64)) })

type Waiting = { id: string; amount: Satang; from: string; at: Date; member: string; currency: Currency | null }

function heldRow({ id, amount, from, at, member, currency }: Waiting) {
  const sum = sayAmount(amount, currency)
  return html`<li class="code">
    <div class="line"><strong>${sum}</strong> ${at.toLocaleString('en-GB', { timeZone: 'Asia/Bangkok' })}</div>
    <p>${member} · ${from}</p>
    <form method="post" action="/sandbox/held/return" class="line">
      <input type="hidden" name="id" value="${id}">
      <button class="quiet" aria-label="Return: ${sum}, ${member}">Return</button>
    </form>
  </li>`
}

/**
 * Simulates the operator's list of deposits that are held because they exceed a limit of the member. The operator may
 * return them. Source: R588.
 */
export function createHeld({ database, now }: { database: () => Db; now: () => number }) {
  const pages = new Hono()
  formsAt(pages)('/return', Return, ({ id }) =>
    database().transaction((tx) => endHeld(tx, id, 'outside', new Date(now()))),
  )

  /** Returns the section of the sandbox page that lists held deposits, oldest first. */
  async function section() {
    const waiting = await database()
      .select({
        id: heldDeposits.id,
        amount: statements.amount,
        from: statements.from,
        at: statements.createdAt,
        member: members.name,
        currency: members.currency,
      })
      .from(heldDeposits)
      .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
      .innerJoin(members, eq(members.id, heldDeposits.memberId))
      .where(eq(heldDeposits.status, 'PENDING'))
      .orderBy(asc(statements.createdAt))
      .limit(SHOWN)
    return html`<section>
      <h2>Held deposits</h2>
      <p>Money beyond a limit that the member has set. It is credited as soon as the limit allows; returning sends it back to the payer.</p>
      <ul>${waiting.map(heldRow)}</ul>
      ${waiting.length === 0 ? html`<p class="none">None is held.</p>` : ''}
    </section>`
  }
  return { pages, section }
}
