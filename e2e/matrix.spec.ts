import { expect, type Page } from '@playwright/test'
import { FAULT_KINDS } from '#server/sandbox/faults.ts'
import { JOURNEYS, type Journey } from './pages/journeys.ts'
import { choosePairs, fits } from './pages/pairs.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'
import { TEXT_KEYS, type Texts } from './pages/texts.ts'

const REFUSAL = 'code:NO_DATA'
const KINDS = [...FAULT_KINDS, REFUSAL] as const
type Kind = (typeof KINDS)[number]
const TIMES = 1000
/** How long a delay takes, ms. */
const DELAY = 1500

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** Keys of texts, codes of errors, and what JavaScript says of nothing. */
const RAW = new RegExp(
  `(^|\\s)(${TEXT_KEYS.map(literal).join('|')})(\\s|$)|\\b[A-Z]+_[A-Z_]+\\b|undefined|NaN|\\[object|\\{\\{`,
)

/** Something to read, nothing raw, and no loader without end. */
async function stands(page: Page, t: Texts) {
  await expect(page.locator('#root')).toContainText(/\S{3}/)
  // while the player is asked what has become of a change, what is behind the dialog waits
  const isAsked = await page
    .getByRole('button', { name: t('action.checkAgain') })
    .last()
    .isVisible()
  const seen = isAsked ? page.locator('dialog[open]').last() : page
  await expect(seen.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: t('state.loading') })
      .locator(':scope > *'),
  ).toHaveCount(0)
  await expect(page.locator('body')).not.toContainText(RAW)
}

/** What Chromium says of it. */
function noiseOf(kind: Kind): RegExp[] {
  if (kind.startsWith('drop')) return [/net::ERR_(EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED|ABORTED))/]
  const status = { '500': 500, 'invalid-token': 401, gone: 410, [REFUSAL]: 400 }[kind as string]
  return status ? [new RegExp(`Failed to load resource.*status of ${status} `)] : []
}

/** The player is told what has become of it. */
async function tells(page: Page, t: Texts, kind: Kind, { as, unknown, refused, done }: Journey) {
  if (kind === 'delay' || kind === 'socket-cut') return
  if (kind === 'gone') return expect(page).toHaveURL('/terminated')
  if (kind === 'invalid-token') return as === 'guest' ? undefined : expect(page).toHaveURL(/\/login/)
  const key = kind === REFUSAL ? refused : (kind === 'drop-after-commit' && done) || unknown
  const texts = key === 'errorMsg.INTERNAL_SERVER_ERROR' ? [t(key), t('failure.noConnection')] : [t(key)]
  await expect(page.locator('body')).toContainText(new RegExp(texts.map(literal).join('|')))
}

const NAMES = Object.keys(JOURNEYS) as (keyof typeof JOURNEYS)[]
const chosen = new Set(choosePairs(NAMES, KINDS).map(({ name, fault }) => `${name} ${fault}`))

for (const name of NAMES)
  for (const fault of KINDS) {
    if (!fits({ name, fault })) continue
    const journey = JOURNEYS[name]
    test.describe(() => {
      test.use({ as: journey.as, agreement: journey.agreement })
      // every other pair runs at night
      const tag = chosen.has(`${name} ${fault}`) ? [] : [NIGHT]
      test(`${name} meets ${fault}: the page stays usable and reports the outcome (SPEC §8)`, { tag }, async ({
        tools,
        faults,
      }) => {
        const { page, t, sandbox } = tools
        if (!journey.isHeard || fault !== 'drop-after-commit') faults.expect(...noiseOf(fault))
        await journey.before(tools)
        await sandbox.fault(name, fault, { times: TIMES, ms: DELAY })
        await journey.act(tools)
        if (fault !== 'socket-cut') await expect.poll(() => sandbox.faultsLeft()).toBeLessThan(TIMES)
        await faults.come()
        await tells(page, t, fault, journey)
        await stands(page, t)
      })
    })
  }
