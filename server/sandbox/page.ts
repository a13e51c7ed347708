import { html } from 'hono/html'
import { toBaht } from '#contract/money.ts'
import type { qrcodes } from '../schema.ts'
import { DEMO, DEMO_PASSWORD } from '../seed.ts'
import type { SWITCHES, Switch } from '../switches.ts'

/** A text message that was sent. */
export type Message = { phone: string; text: string; at: Date }
type Code = { code: typeof qrcodes.$inferSelect; member: string }
type Shown = {
  codes: readonly Code[]
  switches: Record<keyof typeof SWITCHES, boolean>
  isOutage: boolean
  messages: readonly Message[]
  now: number
}

const LABELS: Record<Switch, string> = {
  terminated: 'Site shut down',
  registerOTP: 'OTP at registration',
  enableChatWidget: 'Chat widget',
  spinActive: 'Prize wheel',
  isManual: 'Transfers checked by hand',
}

const money = (satang: number) => toBaht(satang).toLocaleString('en', { minimumFractionDigits: 2 })
const time = (at: Date) => at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })

function codeRow({ code, member }: Code, now: number) {
  const isOver = code.expireAt.getTime() <= now
  const status = code.status === 'open' && isOver ? 'expired' : code.status
  const paid = code.paidAmount > 0 ? `, ${money(code.paidAmount)} came in` : ''
  return html`<li class="code">
    <div class="line">
      <strong>${money(code.amount)} baht</strong>
      <span class="state ${status}">${status}${paid}</span>
    </div>
    <p>${code.provider} · ${member} · <code>${code.id}</code> · until ${time(code.expireAt)}</p>
    <form method="post" action="/sandbox/pay" class="line">
      <input type="hidden" name="qrcodeId" value="${code.id}">
      <label>Amount in baht
        <input name="amount" inputmode="decimal" placeholder="${toBaht(code.amount)}" autocomplete="off">
      </label>
      <button>Pay</button>
      <button name="late" value="true" class="quiet">Pay late</button>
    </form>
  </li>`
}

const toggle = (action: string, name: string, label: string, isOn: boolean) => html`<li>
  <form method="post" action="${action}" class="line switch">
    <input type="hidden" name="name" value="${name}">
    <span>${label}: <strong>${isOn ? 'on' : 'off'}</strong></span>
    <button name="isOn" value="${String(!isOn)}" class="quiet" aria-label="Turn ${isOn ? 'off' : 'on'}: ${label}">
      Turn ${isOn ? 'off' : 'on'}
    </button>
  </form>
</li>`

/** The page of the simulated world. */
export const sandboxPage = ({ codes, switches, isOutage, messages, now }: Shown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sandbox · krapao</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox/style.css">
  </head>
  <body>
    <main>
      <h1>Sandbox</h1>
      <p>The world outside, simulated: banks, text messages, the operator's switches. No real money anywhere.
        <a href="/">Open krapao</a></p>
      <section>
        <h2>Deposit codes</h2>
        <p>What is paid is credited, whatever the code was made for and however late. Leave the amount empty to pay exactly.</p>
        <ul>${codes.map((code) => codeRow(code, now))}</ul>
        ${codes.length === 0 ? html`<p class="none">No code yet: make one under Deposit.</p>` : ''}
      </section>
      <section>
        <h2>Switches</h2>
        <ul>
          ${Object.entries(LABELS).map(([name, label]) => toggle('/sandbox/switch', name, label, switches[name as Switch]))}
          ${toggle('/sandbox/outage', 'outage', 'Bank outage', isOutage)}
        </ul>
      </section>
      <section>
        <h2>Text messages</h2>
        <ul>${messages.map(({ phone, text, at }) => html`<li><strong>${phone}</strong> ${time(at)}<br>${text}</li>`)}</ul>
        ${messages.length === 0 ? html`<p class="none">None sent yet.</p>` : ''}
      </section>
      <section>
        <h2>Demo logins</h2>
        <ul>
          ${Object.entries(DEMO).map(
            ([kind, { username, name }]) =>
              html`<li><code>${username}</code> / <code>${DEMO_PASSWORD}</code> ${name} (${kind})</li>`,
          )}
        </ul>
      </section>
    </main>
  </body>
</html>`
