import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { fillPath } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { REVIEW_DAYS } from '#contract/limit-prompt.ts'
import { DAY } from '#contract/limits.ts'
import { newKey } from '#contract/random.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import type { Settings } from '#server/core/settings.ts'
import type { SwitchCache } from '#server/core/switches.ts'
import { hashPassword } from '#server/domain/password.ts'
import { openSession } from '#server/domain/session.ts'
import { addDemoMembers } from '../members.ts'
import { DEMO_PASSWORD } from '../seed.ts'
import { sentForm } from './form.ts'
import { head } from './head.ts'

/** Sends a request to this server. */
export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/** The member in a scenario, and the settings of the site. */
type Scene = { username: string; settings: Settings }
/** A member's action or an external event. */
type Step = { call: CallName; input: object } | { form: string; fields: (scene: Scene) => Record<string, string> }
/**
 * A situation, with the steps that lead to it and the page that shows it. `isGuest` means that nobody is signed in on
 * that page. `days` is the number of days since the member registered.
 */
type Scenario = { title: string; to: string; isGuest?: true; days?: number; steps: readonly Step[] }

const GAME = 'pg'
const does = (call: CallName, input: object = {}): Step => ({ call, input })
const happens = (form: string, fields: Record<string, string> = {}): Step => ({ form, fields: () => fields })
const befalls = (form: string, fields: Record<string, string>): Step => ({
  form,
  fields: ({ username }) => ({ ...fields, username }),
})
const has = (amount: number) => does('wallet.add', { amount })
/** Drops several calls, because Chromium resends a dropped request a few times before the player notices anything. */
const isLost = (match: CallName) => happens('faults', { match, kind: 'drop-after-commit', times: '12' })
/** Makes the member answer the question about limits, which would otherwise hide the deposit methods. */
const answered = does('limits.review')
const turned = (name: string, isOn: boolean) => happens('switch', { name, isOn: String(isOn) })
const played = (outcome: 'win' | 'lose'): Step[] => [
  has(1000),
  does('wallet.activate', { code: GAME }),
  does('wallet.transfer', { from: 'WALLET', to: GAME, amount: 1000 }),
  befalls('reward/play', { game: GAME, amount: '1000', outcome }),
]

/** Moves the clock ahead to ten seconds before a new code expires. */
const almostOver: Step = {
  form: 'clock',
  fields: ({ settings }) => ({ seconds: String(settings.qrMinutes * 60 - 10) }),
}

/** All scenarios by name. The names are part of URLs. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  newcomer: { title: 'A member with no money, no game, no history', to: '/user/home', steps: [] },
  'qr-open': {
    title: 'A deposit code is open',
    to: '/user/home?dialog=deposit',
    steps: [answered, does('qr.create', { provider: 'KBANK', amount: 100 })],
  },
  'qr-expired': {
    title: 'A deposit code expires in ten seconds',
    to: '/user/home?dialog=deposit',
    steps: [answered, does('qr.create', { provider: 'KBANK', amount: 100 }), almostOver],
  },
  'transfer-unknown': {
    title: 'The answer to a transfer is lost: move money to see it',
    to: '/user/home?dialog=transfer',
    steps: [has(500), does('wallet.activate', { code: GAME }), isLost('wallet.transfer')],
  },
  'withdraw-pending': {
    title: 'A withdrawal is pending',
    to: '/user/statement',
    steps: [has(500), does('wallet.withdrawAll', { amount: 500 })],
  },
  'bonus-held': {
    title: 'A bonus is active',
    to: '/user/bonus',
    steps: [does('bonus.activate', { code: 'WELCOME' })],
  },
  'turnover-reached': {
    title: 'The turnover of a bonus is reached',
    to: '/user/bonus',
    steps: [does('bonus.activate', { code: 'WELCOME' }), ...played('win')],
  },
  'refund-ready': { title: 'A refund of losses is available', to: '/user/home?dialog=refund', steps: played('lose') },
  'invite-ready': {
    title: 'An invited friend has brought a bonus',
    to: '/user/home?dialog=invite',
    steps: [befalls('reward/friend', { amount: '1000', outcome: 'lose' })],
  },
  'wheel-ready': {
    title: 'Three coins for the wheel',
    to: '/user/spin',
    steps: [befalls('reward/coins', { coins: '3' })],
  },
  'limits-review': {
    title: 'A member of half a year is asked to review limits',
    to: '/user/home',
    days: REVIEW_DAYS,
    steps: [has(500)],
  },
  'games-down': { title: 'All games are down', to: '/user/home', steps: [happens('games', { isOn: 'true' })] },
  'server-error': {
    title: 'The balance cannot be read',
    to: '/user/home',
    steps: [happens('faults', { match: 'wallet.get', kind: '500', times: '1000' })],
  },
  'signed-out': {
    title: 'The sign-in has ended elsewhere',
    to: '/user/home',
    steps: [happens('faults', { match: 'wallet.get', kind: 'invalid-token' })],
  },
  chat: { title: 'The support chat is open', to: '/user/contact?chat=open', steps: [turned('enableChatWidget', true)] },
  'login-closed': { title: 'Login is closed', to: '/login', isGuest: true, steps: [turned('loginClosed', true)] },
  'site-closed': { title: 'The site is shut down', to: '/login', isGuest: true, steps: [turned('terminated', true)] },
}

type Parts = { database: () => Db; switches: SwitchCache; now: () => number; ask: Ask; settings: Settings }
/** Creates the scenarios. Each one sets up a situation with one click. `ask` sends a request to this server. */
export function createScenarios({ database, switches, now, ask, settings }: Parts) {
  let hash: Promise<string> | undefined

  async function newMember(days = 0) {
    hash ??= hashPassword(DEMO_PASSWORD)
    const player = { name: 'Demo Scenario', password: await hash, createdAt: new Date(now() - days * DAY) }
    return database().transaction(async (tx) => {
      const [added] = await addDemoMembers(tx, [player])
      if (!added) throw new Error('no member added')
      return { username: added.username, token: await openSession(tx, added.id, true, { now, settings }) }
    })
  }

  async function send(path: string, init: RequestInit) {
    const reply = await ask(path, init)
    if (reply.status >= 400) throw new Error(`scenario: ${path} ${reply.status}`)
  }
  const form = (path: string, fields: Record<string, string> = {}) =>
    send(`/sandbox/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  async function call(name: CallName, input: object, token: string) {
    const { method } = calls[name]
    const [path, rest] = fillPath(calls[name], input)
    const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'wallet-user', 'Idempotency-Key': newKey() }
    await send(path, { method, headers, ...(method === 'POST' && { body: JSON.stringify(rest) }) })
  }

  /** Restores the initial state: no faults, the real time, all switches at their defaults. */
  async function putBack() {
    await form('faults/clear')
    await form('clock', { seconds: '0' })
    await switches.reset(database())
    for (const outage of ['outage', 'sms', 'games', 'invite']) await form(outage, { isOn: 'false' })
  }

  async function play({ steps, to, isGuest, days }: Scenario): Promise<{ token: string | null; to: string }> {
    await putBack()
    const { username, token } = await newMember(days)
    for (const step of steps)
      await ('call' in step ? call(step.call, step.input, token) : form(step.form, step.fields({ username, settings })))
    return { token: isGuest ? null : token, to }
  }

  const find = (name: string): Scenario => {
    const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined
    if (!scenario) throw new ApiError('NO_DATA', 404, { message: `There is no scenario ${name}` })
    return scenario
  }
  const pages = new Hono()
  pages.post('/:name', async (c) => {
    await sentForm(c, v.object({}))
    return c.json(await play(find(c.req.param('name'))))
  })
  pages.get('/:name', (c) =>
    c.html(html`<!doctype html>
<html lang="en">
  ${head('Scenario · krapao')}
  <body><main><h1>${find(c.req.param('name')).title}</h1><p role="status">A moment…</p></main>
    <script type="module" src="/sandbox/scenario.js"></script>
  </body>
</html>`),
  )
  const section = () => html`<section>
    <h2>Scenarios</h2>
    <p>Each puts the world back as it starts, signs a new member in here, and opens the page: a link for bug reports.</p>
    <ul>${Object.entries(SCENARIOS).map(
      ([name, { title }]) =>
        html`<li class="line"><a href="/?scenario=${name}">${title}</a> <code>/?scenario=${name}</code></li>`,
    )}</ul>
  </section>`
  return { pages, section }
}
