import { expect, type Route } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { injectFirst, LOST, loseAnswer, really } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'member' })

for (const { name, spoil, fault } of [
  {
    name: 'the answer is lost on its way',
    fault: LOST,
    spoil: loseAnswer,
  },
  {
    name: 'the request never arrives',
    fault: /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
    spoil: (route: Route) => route.abort('internetdisconnected'),
  },
  {
    name: 'a proxy answers with a page of its own',
    fault: /status of 502 /,
    spoil: async (route: Route) => {
      await really(route)
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    },
  },
])
  test(`if ${name}, the dialog shows that the outcome is unknown, and a check results in exactly one QR code (R214)`, {
    tag: spoil === loseAnswer ? [] : NIGHT,
  }, async ({ page, backend, deposit, faults, t }) => {
    faults.expect(fault)
    const keys = await injectFirst(page, '**/api/qrcode/KBANK', spoil)
    await deposit.open()
    await deposit.preset(satang(10_000)).click()
    await deposit.create.click()
    await expect(deposit.sentence).toHaveText(t('money.unknown'))
    await expect(deposit.amount).toBeHidden()
    const [made] = await backend.codes()

    await deposit.check.click()
    await expect(deposit.code(satang(10_000))).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    const codes = await backend.codes()
    expect(codes).toHaveLength(1)
    if (made) expect(codes).toEqual([made])
  })
