import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { calls } from '#contract/calls.ts'
import { FAULT_KINDS } from '#server/demo/sandbox/faults.ts'
import { NEEDS_ADDITIONS } from './pages/cites.ts'
import { JOURNEYS, type Journey } from './pages/journeys.ts'
import { choosePairs, fits } from './pages/pairs.ts'
import { Sent } from './pages/sent.ts'
import { NIGHT, PLAIN, REFERENCE } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { TEXT_KEYS, type Texts } from './pages/texts.ts'

const REFUSAL = 'code:NO_DATA'
const KINDS = [...FAULT_KINDS, REFUSAL] as const
type Kind = (typeof KINDS)[number]
const TIMES = 1000
/** The duration of an injected delay, in ms. */
const DELAY = 1500

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/**
 * Matches text keys, error codes, and JavaScript's names for missing values. A member's id may contain `-ABC_D`,
 * which is not a code.
 */
const RAW = new RegExp(
  `(^|\\s)(${TEXT_KEYS.map(literal).join('|')})(\\s|$)|(?<![\\w-])[A-Z]+_[A-Z_]+(?![\\w-])|undefined|NaN|\\[object|\\{\\{`,
)

/** Expects readable content, no raw keys or codes, and no endless loader. */
async function stands(page: Page, t: Texts) {
  await expect(page.locator('#root')).toContainText(/\S{3}/)
  await expect(async () => {
    // while a dialog offers to check a change's outcome, the page behind it may stay busy
    const isAsked = await page
      .getByRole('button', { name: t('action.checkAgain') })
      .last()
      .isVisible()
    const seen = isAsked ? page.locator('dialog[open]').last() : page
    const busy = seen.locator('[aria-busy=true]').filter({ visible: true })
    await expect(busy).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: t('state.loading') })
      .locator(':scope > *'),
  ).toHaveCount(0)
  await expect(page.locator('body')).not.toContainText(RAW)
}

/** Returns patterns for the errors that Chromium reports for this kind of fault. */
function noiseOf(kind: Kind): RegExp[] {
  if (kind.startsWith('drop')) return [/net::ERR_(EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED|ABORTED))/]
  const status = { '500': 500, 'invalid-token': 401, gone: 410, [REFUSAL]: 400 }[kind as string]
  return status ? [new RegExp(`Failed to load resource.*status of ${status} `)] : []
}

/** Returns true if the contract accepts even the faulty body, so that the 2xx reply counts as success. */
function isDone(name: keyof typeof JOURNEYS, kind: Kind): boolean {
  const bodies: Partial<Record<Kind, unknown>> = { wrongtype: 42, badjson: Symbol('no JSON') }
  return kind in bodies && v.is<v.GenericSchema>(calls[name].reply, bodies[kind])
}

/**
 * The time limit for an outcome, in ms. The chat first spends 10 s looking in the history for a message whose outcome
 * is unknown.
 */
const OUTCOME_TIME = 20_000

/** Expects a redirect to `to`, with no outcome left to check there. */
async function leaves(page: Page, t: Texts, to: RegExp) {
  await expect(page).toHaveURL(to)
  await expect(page.getByRole('button', { name: t('action.checkAgain') })).toHaveCount(0)
}

/** Expects the page to report the outcome. `isPlain` means that the backend has no idempotency keys. */
async function tells(page: Page, t: Texts, kind: Kind, { as, unknown, refused, done }: Journey, isPlain: boolean) {
  if (kind === 'delay' || kind === 'socket-cut') return
  if (kind === 'gone') return leaves(page, t, /\/terminated$/)
  if (kind === 'invalid-token') return as === 'guest' ? undefined : leaves(page, t, /\/login/)
  const key = kind === REFUSAL ? refused : (kind === 'drop-after-commit' && done) || unknown
  const texts = [t(key)]
  if (key === 'errorMsg.INTERNAL_SERVER_ERROR') texts.push(t('failure.noConnection'))
  if (isPlain && key === unknown) texts.push(t('evidence.title'))
  const told = new RegExp(texts.map(literal).join('|'))
  await expect(page.locator('body')).toContainText(told, { timeout: OUTCOME_TIME })
}

/** Chromium's error for a refused login. Checking the outcome of a change may include a login that is refused. */
const LOGIN_REFUSED = /Failed to load resource.*status of 401 /

/** How long to wait for a request that a click should not send, in ms. */
const RESEND_TIME = 300

/**
 * On a backend without idempotency keys, clicks the offered buttons: check again, send the slip again, and confirm that
 * everything was seen. Expects that no click resends the change.
 */
async function looksAgain(page: Page, t: Texts, sent: Sent) {
  for (const key of ['action.checkAgain', 'slip.again', 'evidence.seen'] as const) {
    const button = page.getByRole('button', { name: t(key) }).last()
    if (!(await button.isVisible()) || (await button.isDisabled())) continue
    await button.click()
    await page.waitForTimeout(RESEND_TIME)
    await stands(page, t)
    sent.expectOnce()
  }
}

const NAMES = Object.keys(JOURNEYS) as (keyof typeof JOURNEYS)[]
const onBoth = NAMES.filter((name) => !NEEDS_ADDITIONS.includes(name))
const chosen = new Set(choosePairs(onBoth, KINDS).map(({ name, fault }) => `${name} ${fault}`))

/**
 * Returns the tags for the test of a call and a fault. By day, only the chosen pairs run: on the plain backend and, for
 * changes, also on the reference backend. All other pairs run only at night.
 */
function tagsOf(name: (typeof NAMES)[number], fault: Kind): string[] {
  if (NEEDS_ADDITIONS.includes(name)) return [NIGHT, REFERENCE]
  if (!chosen.has(`${name} ${fault}`)) return [NIGHT]
  return calls[name].kind === 'read' ? [PLAIN] : []
}

for (const name of NAMES)
  for (const fault of KINDS) {
    if (!fits({ name, fault })) continue
    const journey = JOURNEYS[name]
    test.describe(() => {
      test.use({ as: journey.as, agreement: journey.agreement })
      const tag = tagsOf(name, fault)
      test(`${name} with ${fault}: the page reports the outcome and does not resend the change (R386–R391)`, {
        tag,
      }, async ({ tools, faults, context, isPlain }) => {
        const { page, t, world } = tools
        // the page stops waiting for the reply once the message arrives on the socket
        if (journey.isHeard && fault === 'drop-after-commit') faults.allow(...noiseOf(fault))
        else faults.expect(...noiseOf(fault))
        await journey.before(tools)
        const sent = new Sent(context)
        await world.fault(name, fault, { times: TIMES, ms: DELAY })
        await journey.act(tools)
        if (fault !== 'socket-cut') await expect.poll(() => world.faultsLeft()).toBeLessThan(TIMES)
        await faults.come()
        // the backend never received this change, so it may refuse the page's later requests
        if (isDone(name, fault)) faults.allow(...noiseOf(REFUSAL))
        else await tells(page, t, fault, journey, isPlain)
        await stands(page, t)
        sent.expectOnce()
        // the player may resend a message that is not in the history
        if (!isPlain || name.startsWith('chat.')) return
        faults.allow(LOGIN_REFUSED)
        await looksAgain(page, t, sent)
      })
    })
  }
