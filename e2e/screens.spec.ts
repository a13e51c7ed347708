import { expect, type Page } from '@playwright/test'
import { SLIP_REASONS } from '#contract/codes.ts'
import { LINE } from '#server/domain/operator.ts'
import { DESKTOP, PHONE } from '#tests/kit/sizes.ts'
import { look } from './pages/look.ts'
import { play, really } from './pages/spoil.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use({ isLean: false })

// These tests check whole pages with header, navigation and the longest content. The tests in tests/looks cover every
// state of each component.

const AT = '2026-11-21T16:59:59.999Z'
const LONG = 'โบนัสต้อนรับสมาชิกใหม่ ฝากครั้งแรก 1,000 บาท รับเพิ่ม 100% สูงสุด 5,000 บาท'
const BANK = 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร …7890'
const row = (statementType: string, status: string, amount: number, from: string, to: string, more = {}) => ({
  statementType,
  status,
  from,
  to,
  amount,
  createdAt: AT,
  ...more,
})
const STATEMENTS = [
  row('deposit', 'SUCCESS', 999_999.99, BANK, 'WALLET'),
  row('deposit', 'PENDING', 0.01, 'KBANK', 'WALLET'),
  row('bonus', 'SUCCESS', 5_000, 'BONUS', 'WALLET', { bonus: { description: LONG } }),
  row('finish_bonus', 'SUCCESS', 12_345.5, 'Moonreel', 'WALLET', { bonus: { description: LONG } }),
  row('withdraw', 'FAILED', 234_567.89, 'WALLET', BANK),
  row('transfer', 'SUCCESS', 1_000, 'WALLET', 'Velvet Nine'),
  row('cashback', 'CHECKING', 7.5, 'REFUND', 'WALLET', { refund: { description: 'คืนยอดเสีย' } }),
]
const slip = (more: object) => ({ createdAt: AT, amount: 0, status: 'PENDING', ...more })
const SLIPS = [
  slip({ link: '/slips/one' }),
  slip({ status: 'SUCCESS', amount: 1_234_567.89, reference: 'two' }),
  ...SLIP_REASONS.map((note) => slip({ status: 'FAILED', note, amount: 1_000, reference: note })),
]

/** Checks a page on a phone, on a narrow phone, and on a desktop with two columns. */
async function lookAtAll(page: Page, name: string, { isNarrow = true } = {}) {
  if (isNarrow) {
    await page.setViewportSize({ width: 320, height: 844 })
    await look(page, `${name}-narrow`, false)
  }
  await page.setViewportSize(DESKTOP.viewport)
  await look(page, `${name}-desktop`)
  await page.setViewportSize(PHONE.viewport)
  await look(page, name)
}

test.describe('in Lao', () => {
  test.use({ lang: 'la' })

  for (const { name, address, level } of [
    { name: 'login', address: '/login', level: 1 },
    { name: 'register', address: '/register?code=PRdemo', level: 1 },
    { name: 'howto', address: '/howto', level: 1 },
    { name: 'howto-soon', address: '/howto?video=bonus', level: 2 },
    { name: 'not-found', address: '/nowhere', level: 1 },
  ])
    test(`the ${name} page is legible and reachable on every screen size (R13, WCAG 2.2 AA)`, {
      tag: name === 'login' ? [] : NIGHT,
    }, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level }).first()).toBeVisible()
      await lookAtAll(page, name)
    })

  test('the contact page is legible and reachable on every screen size (R13, R28, WCAG 2.2 AA)', {
    tag: NIGHT,
  }, async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: LINE.lineName })).toBeVisible()
    await lookAtAll(page, 'contact')
  })

  test('the terminated page is legible and reachable on every screen size (R13, WCAG 2.2 AA)', { tag: NIGHT }, async ({
    page,
    sandbox,
    t,
  }) => {
    await sandbox.turn('terminated', true)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: t('page.terminated') })).toBeVisible()
    await lookAtAll(page, 'terminated')
  })

  test.describe('as a member', () => {
    test.use({ as: 'member' })

    for (const name of ['bonus', 'spin', 'profile'] as const)
      test(`the ${name} page is legible and reachable on every screen size (R13, WCAG 2.2 AA)`, {
        tag: name === 'spin' ? [] : NIGHT,
      }, async ({ page, t }) => {
        await page.goto(`/user/${name}`)
        await expect(page.getByRole('heading', { level: 1, name: t(`page.${name}`) })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await lookAtAll(page, `user-${name}`)
      })

    test('the home page with the longest amounts and unreadable accounts is legible and reachable on every screen size (R68, R81, R82, R95, R161, WCAG 2.2 AA)', async ({
      page,
      home,
      t,
    }) => {
      await page.route('**/api/wallet', async (route) => {
        const response = await really(route)
        const overview = await response.json()
        overview.wallet.amount = 9_999_999.99
        overview.slots[0].amount = -5
        overview.slots[1].name = null
        for (const slot of overview.slots)
          if (slot.code === 'usun') Object.assign(slot, { amount: 1_234_567.89, ftWalletSlot: 10 })
        await route.fulfill({ response, json: overview })
      })
      await home.open()
      await expect(home.wallet).toContainText(t('home.without', { n: 2 }))
      // amounts in the millions need more than 320 px
      await lookAtAll(page, 'home', { isNarrow: false })
      await page.goto('/user/home?dialog=game&game=nowhere')
      await expect(page.getByRole('dialog')).toContainText(t('home.unreadGame'))
      await lookAtAll(page, 'home-unread-game', { isNarrow: false })
    })

    test('the statement and the slips with the longest rows are legible and reachable on every screen size (R134–R137, R241–R243, R496–R507, WCAG 2.2 AA)', async ({
      page,
      statement,
    }) => {
      await play(page, '**/api/statement', { json: { total: 73, statements: STATEMENTS } })
      await play(page, '**/api/statement/slip', { json: { total: 23, slips: SLIPS } })
      await statement.open()
      await expect(statement.rows).toHaveCount(STATEMENTS.length)
      await lookAtAll(page, 'statement')
      await statement.slipStatus.click()
      await expect(statement.slips).toHaveCount(SLIPS.length)
      await lookAtAll(page, 'slips')
    })
  })
})
