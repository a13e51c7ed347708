import { expect } from '@playwright/test'
import { NIGHT, SMOKE } from './pages/tags.ts'
import { test } from './pages/test.ts'

test.use({ as: 'member' })

test('a dialog has its own URL, and the browser’s Back button closes it (R26)', { tag: SMOKE }, async ({
  page,
  home,
  deposit,
}) => {
  await home.open()
  await home.deposit.click()
  await expect(deposit.dialog).toBeVisible()
  await expect(page).toHaveURL('/user/home?dialog=deposit')
  await page.goBack()
  await expect(deposit.dialog).toBeHidden()
  await expect(page).toHaveURL('/user/home')
  await page.goForward()
  await expect(deposit.dialog).toBeVisible()
})

test('the page behind a dialog is darkened', { tag: SMOKE }, async ({ page, deposit }) => {
  await page.goto('/user/home?dialog=deposit')
  await expect(deposit.dialog).toBeVisible()
  const ground = await deposit.dialog.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)
  expect(ground).toMatch(/^oklch\(/)
})

test('a long list opens in the middle of the page, and on a wide screen as a panel of full height at its side (assumed)', {
  tag: SMOKE,
}, async ({ page, t }) => {
  await page.goto('/user/statement?dialog=slips')
  const dialog = page.getByRole('dialog', { name: t('slip.status'), exact: true })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  const place = () =>
    dialog.evaluate((node) =>
      (({ left, top, right, bottom }) => [left, top, right, bottom])(node.getBoundingClientRect()),
    )
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(place).toEqual([800, 0, 1280, 800])
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect.poll(async () => (await place())[0]).toBe(310)
})

test('closing a dialog that was opened by a deep link keeps the player on the site (R26)', {
  tag: NIGHT,
}, async ({ page, home, deposit }) => {
  await page.goto('/user/home?dialog=deposit')
  await deposit.close.click()
  await expect(deposit.dialog).toBeHidden()
  await expect(page).toHaveURL('/user/home')
  await home.settled()
})

test('Escape closes a dialog and returns the focus to its opener (WCAG 2.4.3)', async ({ page, home, deposit }) => {
  await home.open()
  await home.deposit.focus()
  await page.keyboard.press('Enter')
  await expect(deposit.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deposit.dialog).toBeHidden()
  await expect(home.deposit).toBeFocused()
  await expect(page).toHaveURL('/user/home')
})

test('every dialog of the home page opens from that page and has its own URL (R99, R103)', { tag: NIGHT }, async ({
  page,
  home,
  transfer,
  withdraw,
  game,
  invite,
  refund,
}) => {
  await home.open()
  for (const { opener, shown, search, banners } of [
    { opener: home.withdraw, shown: withdraw.dialog, search: 'dialog=withdraw' },
    { opener: home.transfer, shown: transfer.dialog, search: 'dialog=transfer' },
    { opener: home.game('pg'), shown: game.dialog, search: 'dialog=game&game=pg' },
    { opener: home.invite, shown: invite.dialog, search: 'dialog=invite', banners: invite.goOn },
    { opener: home.refund, shown: refund.dialog, search: 'dialog=refund', banners: refund.goOn },
  ]) {
    await opener.click()
    await expect(shown).toBeVisible()
    await expect(page).toHaveURL(`/user/home?${search}`)
    await page.reload()
    await expect(shown).toBeVisible()
    if (banners) {
      await banners.press('Escape')
      await expect(banners).toBeHidden()
      await expect(shown).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(page).toHaveURL('/user/home')
  }
})

test('the conditions open over the current page (R70)', { tag: NIGHT }, async ({ page, home, t }) => {
  await page.goto('/user/contact')
  await home.conditions.click()
  const dialog = page.getByRole('dialog', { name: t('page.conditions') })
  await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveCount(0)
  await expect(page).toHaveURL('/user/contact?popup=conditions')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/user/contact')
  await expect(page.getByRole('heading', { level: 1, name: t('page.contact') })).toBeVisible()
})

test('the player can load the conditions again after a failure (D-48)', { tag: NIGHT }, async ({
  page,
  home,
  faults,
  t,
}) => {
  faults.expectStatus(500)
  await page.goto('/user/contact')
  await page.route('**/api/lookup/conditions', (route) => route.fulfill({ status: 500, body: 'oops' }), { times: 1 })
  await home.conditions.click()
  const dialog = page.getByRole('dialog', { name: t('page.conditions') })
  await expect(dialog).toContainText(t('conditions.failed'))
  await dialog.getByRole('button', { name: t('action.retry') }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveCount(0)
})

test('hostile markup in the conditions has no effect, but its text is shown (R70)', { tag: NIGHT }, async ({
  page,
  home,
  faults,
  t,
}) => {
  const hostile = [
    'kept <script>window.pwned = 1</script><b>bold</b>',
    'picture <img src=x onerror="window.pwned = 2"> <svg onload="window.pwned = 3"><a xlink:href="javascript:window.pwned=4"><text>svg</text></a></svg>',
    '<a href="javascript:window.pwned = 5">link</a> <a href="//evil.example">other</a> <a href="https://good.example/x">good</a>',
    '<iframe srcdoc="<script>parent.pwned = 6</script>"></iframe><form action="/api/login"><input name="password"><button>send</button></form> form',
    '<p style="position:fixed;inset:0" id="root" class="lit" onclick="window.pwned = 7">styled</p><style>body{display:none}</style>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=8&gt;">',
  ]
  // DOMPurify parses in an inert document, which still reports violations of the page's Content-Security-Policy.
  faults.expect(
    /violates the following Content Security Policy/,
    /^csp: script-src-attr inline/,
    /^csp: style-src-(attr|elem) inline/,
  )
  await page.route('**/api/lookup/conditions', (route) => route.fulfill({ json: hostile }))
  await page.goto('/user/contact')
  await home.conditions.click()
  const dialog = page.getByRole('dialog', { name: t('page.conditions') })
  for (const text of ['kept', 'bold', 'picture', 'link', 'form', 'styled']) await expect(dialog).toContainText(text)
  await expect(dialog.getByRole('link')).toHaveText(['good'])
  await expect(dialog.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  await dialog.getByText('link', { exact: true }).click()
  await dialog.getByText('styled').click()
  await expect(
    dialog.locator('.rich').locator('script, img, svg, iframe, form, input, style, [style], [id], [class]:not(.w)'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
  await expect(page).toHaveURL('/user/contact?popup=conditions')
})
