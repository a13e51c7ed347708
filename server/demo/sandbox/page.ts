import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Currency, type Satang, toBaht } from '#contract/money.ts'
import type { qrcodes } from '#server/core/schema/deposits.ts'
import type { withdrawals } from '#server/core/schema/money.ts'
import type { SWITCHES, Switch } from '#server/core/switches.ts'
import { payeeName } from '#server/domain/withdrawal.ts'
import { DEMO, DEMO_PASSWORD } from '../seed.ts'
import { giftSection } from './gifts.ts'
import { head } from './head.ts'
import { sayAmount } from './say-amount.ts'
import { toggle } from './toggle.ts'
import { type Troubles, troubleForm } from './troubles.ts'

/** A text message that was sent. */
export type Message = { phone: string; text: string; at: Date }
type Code = { code: typeof qrcodes.$inferSelect; member: string; currency: Currency | null }
type Pending = {
  withdrawal: typeof withdrawals.$inferSelect
  amount: Satang
  at: Date
  member: string
  currency: Currency | null
}
/** HTML for a part of the page. */
type Html = HtmlEscapedString | Promise<HtmlEscapedString>
type Shown = {
  codes: readonly Code[]
  pending: readonly Pending[]
  slipSection: HtmlEscapedString
  heldSection: HtmlEscapedString
  rewardSection: HtmlEscapedString
  faultSection: Html
  clockSection: Html
  scenarioSection: Html
  switches: Record<keyof typeof SWITCHES, boolean>
  outages: Record<'outage' | 'sms' | 'games' | 'invite', boolean>
  troubles: Troubles
  holds: ReadonlyMap<string, number | null>
  messages: readonly Message[]
  now: number
}

/** The account suspension reasons. 0 means that the account is not suspended. */
export const HOLDS = [0, 1, 2, 3, 4] as const

/** Returns the code in a text message if its last line contains one. */
const otpIn = (text: string): string | undefined => /#(\d+)$/.exec(text)?.[1]

const LABELS: Record<Switch, string> = {
  terminated: 'Site shut down',
  loginClosed: 'Login closed',
  registerClosed: 'Registration closed',
  registerOTP: 'OTP at registration',
  enableChatWidget: 'Chat widget',
  spinActive: 'Prize wheel',
  inviteActive: 'Invite bonus',
  refundActive: 'Refund of losses',
  operatorTexts: 'Agreements, conditions, banners, LINE and web site',
  isManual: 'Transfers checked by hand',
}

const time = (at: Date) => at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })

function codeRow({ code, member, currency }: Code, now: number) {
  const isOver = code.expireAt.getTime() <= now
  const status = code.status === 'open' && isOver ? 'expired' : code.status
  const paid = code.paidAmount > 0 ? `, ${sayAmount(code.paidAmount, currency)} received` : ''
  return html`<li class="code">
    <div class="line">
      <strong>${sayAmount(code.amount, currency)}</strong>
      <span class="state ${status}">${status}${paid}</span>
    </div>
    <p>${code.provider} · ${member} · <code>${code.id}</code> · until ${time(code.expireAt)}</p>
    <form method="post" action="/sandbox/pay" class="line">
      <input type="hidden" name="qrcodeId" value="${code.id}">
      <label>Amount
        <input name="amount" inputmode="decimal" placeholder="${toBaht(code.amount)}" autocomplete="off">
      </label>
      <button>Pay</button>
      <button name="late" value="true" class="quiet">Pay late</button>
    </form>
  </li>`
}

function pendingRow({ withdrawal, amount, at, member, currency }: Pending) {
  const { id, bankAccountName, bankAccountNo } = withdrawal
  const sum = sayAmount(amount, currency)
  return html`<li class="code">
    <div class="line"><strong>${sum}</strong> ${time(at)}</div>
    <p>${member} · ${payeeName(withdrawal)} · ${bankAccountName} · <code>${bankAccountNo}</code></p>
    <form method="post" action="/sandbox/withdrawal" class="line">
      <input type="hidden" name="id" value="${id}">
      <button name="isPaid" value="true" aria-label="Approve: ${sum}, ${member}">Approve</button>
      <button name="isPaid" value="false" class="quiet" aria-label="Reject: ${sum}, ${member}">Reject</button>
    </form>
  </li>`
}

/**
 * Returns the list item for a text message. Its code is in large type on a separate line, so that one tap selects it.
 */
function messageRow({ phone, text, at }: Message) {
  const code = otpIn(text)
  return html`<li class="code">
    <div class="line"><strong>${phone}</strong> ${time(at)}</div>
    ${code ? html`<p class="otp" translate="no">${code}</p>` : ''}
    <p class="sms">${text}</p>
  </li>`
}

/** The sandbox page. */
export const sandboxPage = ({
  codes,
  pending,
  slipSection,
  heldSection,
  rewardSection,
  faultSection,
  clockSection,
  scenarioSection,
  switches,
  outages,
  troubles,
  holds,
  messages,
  now,
}: Shown) => html`<!doctype html>
<html lang="en">
  ${head('Sandbox · krapao')}
  <body>
    <main>
      <h1>Sandbox</h1>
      <p>Simulated banks, text messages and operator switches. There is no real money anywhere.
        <a href="/">Open krapao</a> · <a href="/sandbox/chat">Support chat</a> ·
        <a href="/sandbox/openapi.json">OpenAPI</a></p>
      ${scenarioSection}
      <section>
        <h2>Deposit codes</h2>
        <p>Every payment is credited, whatever its amount and however late. Leave the amount empty to pay exactly.</p>
        <ul>${codes.map((code) => codeRow(code, now))}</ul>
        ${codes.length === 0 ? html`<p class="none">No code yet: create one under Deposit.</p>` : ''}
      </section>
      <section>
        <h2>Withdrawals</h2>
        <p>Approving sends the money to the bank account; rejecting returns it to the main wallet.</p>
        <ul>${pending.map(pendingRow)}</ul>
        ${pending.length === 0 ? html`<p class="none">No withdrawal is pending.</p>` : ''}
      </section>
      ${slipSection}
      ${heldSection}
      ${giftSection}
      ${rewardSection}
      <section>
        <h2>Switches</h2>
        <ul>
          ${Object.entries(LABELS).map(([name, label]) => toggle('/sandbox/switch', name, label, switches[name as Switch]))}
          ${toggle('/sandbox/outage', 'outage', 'Bank outage', outages.outage)}
          ${toggle('/sandbox/sms', 'sms', 'Text message outage', outages.sms)}
          ${toggle('/sandbox/games', 'games', 'Game provider outage', outages.games)}
          ${toggle('/sandbox/invite', 'invite', 'Invite bonus held back', outages.invite)}
        </ul>
        ${troubleForm(troubles)}
      </section>
      ${faultSection}
      ${clockSection}
      <section>
        <h2>Text messages</h2>
        <ul>${messages.map(messageRow)}</ul>
        ${messages.length === 0 ? html`<p class="none">No message sent yet.</p>` : ''}
      </section>
      <section>
        <h2>Demo logins</h2>
        <ul>
          ${Object.entries(DEMO).map(
            ([kind, { username, name }]) =>
              html`<li>
                <p><code>${username}</code> / <code>${DEMO_PASSWORD}</code> ${name} (${kind})</p>
                <form method="post" action="/sandbox/hold" class="line">
                  <input type="hidden" name="username" value="${username}">
                  <label>Suspended by the operator, reason
                    <select name="hold">
                      ${HOLDS.map((hold) => html`<option value="${hold}"${(holds.get(username) ?? 0) === hold ? ' selected' : ''}>${hold || 'not suspended'}</option>`)}
                    </select>
                  </label>
                  <button class="quiet" aria-label="Set: ${name}">Set</button>
                </form>
              </li>`,
          )}
        </ul>
      </section>
    </main>
  </body>
</html>`
