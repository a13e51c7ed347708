import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { chatPanel, Desk } from '#e2e/pages/chat.ts'
import { loginPage } from '#e2e/pages/login.ts'
import { look } from '#e2e/pages/look.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'

const PICTURE = 'e2e/pictures/qr.png'
const VIDEO = 'public/help/wallet.mp4'
/** A message text that nobody has sent before. */
const fresh = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

test.beforeEach(async ({ sandbox }) => sandbox.turn('enableChatWidget', true))

/** Routes the chat's socket so that the test can cut and restore the connection. */
async function cuttable(page: Page) {
  const lines = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/socket\.io/, (line) => {
    if (isCut) return void line.close()
    line.connectToServer()
    lines.add(line)
  })
  return {
    cut: async () => {
      isCut = true
      await page.context().setOffline(true)
      for (const line of lines) await line.close()
      lines.clear()
    },
    mend: async () => {
      isCut = false
      await page.context().setOffline(false)
    },
  }
}

test('the page shows no chat and sends no chat requests while the chat is switched off (R60, R380)', {
  tag: NIGHT,
}, async ({ page, sandbox, t }) => {
  await sandbox.turn('enableChatWidget', false)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/contact?chat=open')
  await expect(page.getByRole('img', { name: t('contact.qr') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /api\/chat|socket\.io/.test(url))).toEqual([])
  await expect(chatPanel(page, t).launch).toHaveCount(0)
})

test('a guest’s question and support’s reply are still in the chat after a reload (R2, R61–R62, R187, R293)', {
  tag: SMOKE,
}, async ({ page, t }) => {
  const chat = chatPanel(page, t)
  await page.goto('/contact')
  await expect(page.getByText('แชทกับแอดมิน', { exact: true })).toHaveAttribute('lang', 'th')
  await chat.open()
  await expect(chat.box).toBeFocused()
  const question = fresh('ฝากเงิน')
  await chat.say(question)
  await expect(chat.log).toContainText('ฝากเงินได้ด้วย QR')
  await look(page, 'chat')
  const id = await page.evaluate(() => localStorage.getItem('guest-id'))
  expect(id).toMatch(/^guest-[\da-f-]{36}\../)
  expect(page.url()).not.toContain('guest')
  // Back closes the panel and returns the focus to the launch button
  await page.goBack()
  await expect(chat.panel).toHaveCount(0)
  await expect(chat.launch).toBeFocused()
  await page.reload()
  await chat.open()
  await expect(chat.said(question)).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBe(id)
})

test.describe('a member', () => {
  test.use({ as: 'newcomer' })

  test('chats with support, and sees the new messages and their count while the panel is closed (R12, R244, R250, R540)', async ({
    page,
    context,
    origin,
    t,
  }) => {
    const chat = chatPanel(page, t)
    const desk = new Desk(origin)
    await page.goto('/user/contact')
    await chat.open()
    const question = fresh('สวัสดี')
    await chat.say(question)
    const who = await desk.whoSaid(question)
    const answer = fresh('มีอะไรให้ช่วย')
    await desk.answerByHand(await context.newPage(), who, answer)
    await expect(chat.said(answer)).toHaveCount(1)
    await chat.close.click()
    await expect(chat.panel).toHaveCount(0)
    const news = fresh('ตรวจสอบแล้ว')
    await desk.say(who, news)
    await expect(page.getByText(news, { exact: true })).toBeVisible()
    await expect(chat.launch).toHaveAccessibleName(`${t('chat.open')}, ${t('chat.unread', { n: 1 })}`)
    const marked = page.waitForResponse(/read-customer/)
    await chat.launch.click()
    await expect(chat.said(news)).toHaveCount(1)
    expect((await marked).status()).toBe(200)
    await chat.close.click()
    await expect(chat.launch).toHaveAccessibleName(t('chat.open'))
  })
})

test('a visitor who opens the chat by its URL returns to the open chat after logging in (R67, R244)', {
  tag: NIGHT,
}, async ({ page, t }) => {
  await page.goto('/user/contact?chat=open')
  await expect(page).toHaveURL('/login?back=%2Fuser%2Fcontact%3Fchat%3Dopen')
  await loginPage(page, t).signIn()
  await expect(chatPanel(page, t).online).toBeVisible()
  await expect(page).toHaveURL('/user/contact?chat=open')
})

test('a guest sends a picture and a video, and still sees them after a reload (R189, R247, R288, R374–R375)', {
  tag: NIGHT,
}, async ({ page, t }) => {
  const chat = chatPanel(page, t)
  await page.goto('/contact?chat=open')
  await expect(chat.online).toBeVisible()
  await chat.file.setInputFiles(PICTURE)
  await expect(chat.pictures).toHaveCount(1)
  await expect(chat.log).toContainText(t('chat.sent'))
  await chat.file.setInputFiles(VIDEO)
  await expect(chat.videos).toHaveCount(1)
  // a reload would lose a file that is still uploading
  await expect(chat.log.getByText(t('chat.sent'), { exact: true })).toHaveCount(2)
  await expect
    .poll(() => chat.pictures.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  await page.reload()
  await expect(chat.videos).toHaveCount(1)
  await expect(chat.pictures).toHaveCount(1)
})

test('a message being sent during a reload is shown as not sent, and resending it delivers it once (R245, R248)', async ({
  page,
  t,
}) => {
  const chat = chatPanel(page, t)
  await page.goto('/contact?chat=open')
  await expect(chat.online).toBeVisible()
  // the message never reaches the server
  await page.route('**/api/chat/send-message', () => {}, { times: 1 })
  const text = fresh('ฝากเงิน')
  await chat.box.fill(text)
  await chat.box.press('Enter')
  await expect(chat.panel.getByText(t('chat.sending'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(chat.failed).toBeVisible()
  await chat.resend.click()
  await expect(chat.failed).toHaveCount(0)
  await page.reload()
  await expect(chat.said(text)).toHaveCount(1)
})

test('the chat rejects an unsupported file immediately (R288–R289)', { tag: NIGHT }, async ({ page, t }) => {
  const chat = chatPanel(page, t)
  await page.goto('/contact?chat=open')
  await expect(chat.online).toBeVisible()
  await chat.file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(chat.panel.getByRole('alert')).toHaveText(t('chat.badFile'))
})

test('after a disconnect the player can resend a failed message, and the chat loads each missed message once and in order (R248, R378–R383, D-50)', {
  tag: NIGHT,
}, async ({ page, origin, faults, t }) => {
  test.setTimeout(120_000)
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  const chat = chatPanel(page, t)
  const desk = new Desk(origin)
  const line = await cuttable(page)
  await page.goto('/contact?chat=open')
  await expect(chat.online).toBeVisible()
  const first = fresh('หนึ่ง')
  await chat.say(first)
  const who = await desk.whoSaid(first)
  await line.cut()
  const mine = fresh('สอง')
  await chat.box.fill(mine)
  await chat.box.press('Enter')
  await expect(chat.failed).toBeVisible()
  const missed = Array.from({ length: 12 }, (_, at) => fresh(`ตอบ ${at}`))
  for (const text of missed) await desk.say(who, text)
  await line.mend()
  await expect(chat.said(missed.at(-1) ?? '')).toHaveCount(1, { timeout: 30_000 })
  await expect(chat.online).toBeVisible()
  await chat.resend.click()
  await expect(chat.failed).toHaveCount(0)
  await page.reload()
  await expect(chat.said(mine)).toHaveCount(1)
  // the server stores each message once
  const history = await (await fetch(`${origin}/sandbox/chat/messages?with=${encodeURIComponent(who)}`)).json()
  const texts = (history as { message: { payload?: { message?: string } } }[]).map(
    (one) => one.message.payload?.message,
  )
  for (const text of [first, mine, ...missed]) expect(texts.filter((said) => said === text)).toHaveLength(1)
  for (const text of missed.toReversed()) {
    await expect(async () => {
      await chat.log.hover()
      if ((await chat.said(text).count()) === 0) await page.mouse.wheel(0, -200)
      await expect(chat.said(text)).toHaveCount(1, { timeout: 200 })
    }).toPass({ timeout: 10_000 })
  }
})
