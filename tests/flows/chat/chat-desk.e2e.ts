import { expect, type Page } from '@playwright/test'
import { chatPanel, Desk } from '#e2e/pages/chat.ts'
import { look } from '#e2e/pages/look.ts'
import { slowDown } from '#e2e/pages/spoil.ts'
import { NIGHT } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { HTML_LANG } from '#e2e/pages/texts.ts'

test.beforeEach(async ({ sandbox }) => sandbox.turn('enableChatWidget', true))

/** Scrolls up step by step until `seen` resolves. */
async function goUpTo(page: Page, seen: () => Promise<void>, log: ReturnType<typeof chatPanel>['log']) {
  await expect(async () => {
    await log.hover()
    await page.mouse.wheel(0, -300)
    await seen()
  }).toPass({ timeout: 20_000 })
}

test.describe('the chat with support in another browser', () => {
  test.use({ as: 'newcomer' })

  test('shows every type of message from support, and sends a button’s reply when the player presses the button (R187–R197, R244)', async ({
    page,
    browser,
    origin,
    t,
  }) => {
    const chat = chatPanel(page, t)
    await page.goto('/user/contact?chat=open')
    await expect(chat.online).toBeVisible()
    await chat.say('สวัสดี desk')
    const support = await browser.newContext()
    const desk = await support.newPage()
    await desk.goto(`${origin}/sandbox/chat?with=${await new Desk(origin).whoSaid('สวัสดี desk')}`)
    const says = async (kind: string, text: string) => {
      await desk.getByLabel('Answer').fill(text)
      await desk.getByRole('button', { name: kind, exact: true }).click()
      await expect(desk.getByLabel('Answer')).toHaveValue('สวัสดี')
    }
    await says('Text', 'ข้อความ')
    await expect(chat.said('ข้อความ')).toBeVisible()
    await says('Picture', 'รูป')
    await expect(chat.pictures).toHaveCount(1)
    await says('Video', 'วิดีโอ')
    await expect(chat.videos).toHaveCount(1)
    await says('File', 'ไฟล์')
    await expect(chat.log.getByRole('link', { name: /note\.txt/ })).toBeVisible()
    await says('Unknown type', 'x')
    await expect(chat.log.getByText(t('chat.unknown')).first()).toBeVisible()
    await says('Cards', 'การ์ด')
    await expect(chat.log.getByRole('link', { name: 'เงื่อนไขโบนัส' }).first()).toBeVisible()
    await says('Quick replies', 'เลือก')
    await says('Buttons', 'ปุ่ม')
    await expect(chat.log.getByRole('link', { name: 'โทรหาแอดมิน' })).toHaveAttribute('href', 'tel:020000000')
    await chat.log.getByRole('button', { name: 'เงินไม่เข้า' }).last().click()
    await expect(desk.getByRole('listitem').filter({ hasText: 'Customer' }).first()).toContainText('เงินไม่เข้า')
    await says('Postback', 'รับเรื่องแล้ว')
    await expect(chat.said('รับเรื่องแล้ว')).toBeVisible()
    await support.close()
  })

  test('shows the progress of an upload and lets the player cancel it (R194, R247, R374)', { tag: NIGHT }, async ({
    page,
    t,
  }) => {
    const chat = chatPanel(page, t)
    await page.goto('/user/contact?chat=open')
    await expect(chat.online).toBeVisible()
    const speedUp = await slowDown(page, 50_000)
    await chat.file.setInputFiles('public/help/wallet.mp4')
    const bar = chat.log.getByRole('progressbar')
    await expect(bar).toHaveAttribute('value', /^[1-9]\d?$/)
    await chat.button(t('action.cancel')).click()
    await expect(bar).toHaveCount(0)
    await speedUp()
    await expect(chat.videos).toHaveCount(0)
    await chat.say('ยังอยู่')
  })
})

test.describe('a long conversation', () => {
  test.use({ as: 'member', lang: 'la' })

  test('shows every type of message without cutting any off (R187–R193, R537–R541, WCAG 2.2 AA)', {
    tag: NIGHT,
  }, async ({ page, t }) => {
    const chat = chatPanel(page, t)
    await page.goto('/user/contact?chat=open')
    await expect(chat.online).toBeVisible()
    await look(page, 'chat-end')
    await goUpTo(
      page,
      () => expect(chat.log.getByText(t('chat.unknown')).first()).toBeVisible({ timeout: 300 }),
      chat.log,
    )
    await look(page, 'chat-unknown')
    await goUpTo(
      page,
      () =>
        expect(
          chat.log
            .getByRole('heading')
            .or(chat.log.getByText('โบนัส', { exact: true }))
            .first(),
        ).toBeVisible({ timeout: 300 }),
      chat.log,
    )
    await look(page, 'chat-cards')
    await goUpTo(page, () => expect(chat.videos.first()).toBeVisible({ timeout: 300 }), chat.log)
    await look(page, 'chat-video')
    await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG.la)
  })
})
