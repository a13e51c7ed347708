import { expect, type Page } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { chatPanel, Desk } from '#e2e/pages/chat.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { test } from '#e2e/pages/test.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'

const ID = 'aDnNWkFXeEOL'
const AMOUNT = satang(10_000)

test.beforeEach(({ sandbox }) => sandbox.turn('enableChatWidget', true))

/** Refuses a call with `code`, in a reply that carries a request id. */
const refuse = (page: Page, path: string, code: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 400, headers: { 'X-Request-Id': ID }, json: { code, message: code } }),
  )

test.describe('a member', () => {
  test.use({ as: 'member', isLean: false })

  test('whose withdrawal is refused can ask support about it with one press (R584)', async ({
    page,
    backend,
    withdraw,
    faults,
    t,
  }) => {
    faults.expectStatus(400)
    await backend.fill(AMOUNT)
    await refuse(page, '**/api/wallet/withdrawAll', 'NO_BANK')
    await withdraw.open()
    await withdraw.send(AMOUNT)
    const text = `${t('errorMsg.NO_BANK')} (${t('support.reference', { id: ID })})`
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText(text)
    await alert.getByRole('link', { name: t('support.phrase') }).click()
    const { panel, box } = chatPanel(page, t)
    await expect(panel).toBeVisible()
    await expect(box).toHaveValue(`“${text}”\n`)
    await expect(page).toHaveURL('/user/contact?chat=open')
    await page.reload()
    await expect(box).toHaveValue(`“${text}”\n`)
    await box.press('Enter')
    await expect(box).toHaveValue('')
    await page.reload()
    await expect(panel).toBeVisible()
    await expect(box).toHaveValue('')
    await panel.getByRole('button', { name: t('action.close') }).click()
    await expect(page).toHaveURL('/user/contact')
  })

  test('sees in the menu that support has answered, until the answer is read (R663)', async ({
    page,
    origin,
    home,
    t,
  }) => {
    const chat = chatPanel(page, t)
    const contact = page.getByRole('navigation').getByRole('link', { name: t('nav.contact') })
    const name = (n: number) => `${t('nav.contact')} ${t('chat.unread', { n: String(n) })}`
    await page.goto('/user/contact?chat=open')
    await chat.say('is my money safe?')
    await chat.close.click()
    await home.open()
    const desk = new Desk(origin)
    await desk.say(await desk.whoSaid('is my money safe?'), 'yes')
    await home.refresh.click()
    await expect(contact).toHaveAccessibleName(name(1))
    await lookInAll(page, 'home-news')
    await contact.click()
    await chat.open()
    await expect(chat.said('yes')).toBeVisible()
    await chat.close.click()
    await page.getByRole('link', { name: t('nav.statement') }).click()
    await expect(contact).toHaveAccessibleName(t('nav.contact'))
  })
})

test('a visitor whose account is not active can contact support in a new tab (R584)', async ({
  page,
  login,
  faults,
  t,
}) => {
  faults.expectStatus(403)
  await login.open()
  await login.phone.fill(DEMO.inactive.username)
  await login.password.fill(DEMO_PASSWORD)
  await login.password.press('Enter')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: t('support.phrase') }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/contact\?/)
  await expect(chatPanel(tab, t).box).toHaveValue(new RegExp(t('errorMsg.INACTIVE_USER')))
  await expect(login.phone).toHaveValue(DEMO.inactive.username)
})
