import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'
import { fill, upload } from '#tests/kit/screen.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

const { chat } = th
const GUEST = 'guest-1'
const plain = eachPlainPage('visitor')
beforeEach(() => {
  plain().site.switches.enableChatWidget = true
  localStorage.setItem('guest-id', GUEST)
})

/** Opens the chat as a guest, after support has sent these messages. */
async function openAfter(...messages: object[]) {
  for (const message of messages) await plain().happen('say', { id: GUEST, message })
  await plain().open('/contact?chat=open')
  return within(await screen.findByRole('dialog')).findByRole('region', { name: chat.log })
}
const stored = () => plain().site.chats.get(GUEST) ?? []

it.each([true, false])('the chat is available only if the backend has switched it on: %s (R60)', async (isOn) => {
  plain().site.switches.enableChatWidget = isOn
  await plain().open('/contact')
  await says('@operator')
  await waitFor(() => expect(plain().count('GET /api/lookup/enableChatWidget')).toBe(1))
  if (isOn) await screen.findByRole('button', { name: chat.open })
  else expect(screen.queryByRole('button', { name: chat.open })).toBeNull()
})

it('the chat opens a panel with a header, a history, and a message box in which a guest can write (R2, R62, R185)', async () => {
  await plain().open('/contact')
  await tap(chat.open)
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByRole('heading', { name: chat.title.replace('{{site}}', APP_TITLE) })
  await panel.findByRole('region', { name: chat.log })
  await fill(chat.write, 'สวัสดี')
  await tap(chat.send)
  await says(chat.sent)
  expect(stored().map(({ message }) => message)).toEqual([
    { message_type: 'text', payload: { message: 'สวัสดี' }, deliver: 'sending' },
  ])
})

it('the chat switches to the member after a login in another tab (R12, R245, R295)', async () => {
  const log = await openAfter({ message_type: 'text', payload: { message: 'ถึงผู้เยี่ยมชม' } })
  await within(log).findByText('ถึงผู้เยี่ยมชม')
  await fill(chat.write, 'ยังไม่ส่ง')
  localStorage.setItem('token', (await plain().tokenOf()) ?? '')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await waitFor(() => expect(screen.queryByText('ถึงผู้เยี่ยมชม')).toBeNull())
  expect(await screen.findByRole('textbox', { name: chat.write })).toHaveValue('')
})

describe('a message from support', () => {
  const web = { title: 'เปิดเว็บ', type: 'web', payload: 'https://operator.example/a' }
  const call = { title: 'โทร', type: 'call', payload: '021234567' }
  const postback = { title: 'ตอบกลับ', type: 'postback', payload: 'P1' }
  const text = { title: 'ข้อความ', payload: 'ฝากเงิน' }

  it.each(['buttons', 'quick_replies'])(
    'of type %s has a link for a web button and a phone link for a call button (R185, R188, R190, R195)',
    async (message_type) => {
      const log = within(await openAfter({ message_type, payload: { message: 'เลือก' }, payloads: [web, call] }))
      expect(await log.findByRole('link', { name: web.title })).toHaveAttribute('href', web.payload)
      expect(log.getByRole('link', { name: call.title })).toHaveAttribute('href', 'tel:021234567')
    },
  )

  it.each([
    [postback, { message_type: 'postback', payload: { message: 'ตอบกลับ', payload: 'P1' } }],
    [text, { message_type: 'text', payload: { message: 'ฝากเงิน' } }],
  ])('has a button $title that sends a message (R192, R195)', async (button, message) => {
    await openAfter({ message_type: 'buttons', payload: { message: 'เลือก' }, payloads: [button] })
    await tap(button.title)
    await waitFor(() => expect(stored()[0]?.message).toMatchObject(message))
  })

  it('shows cards with a picture, a title, a subtitle and buttons (R191, R196)', async () => {
    const card = { image_url: '/icon.svg', title: 'โบนัสใหม่', subtitle: 'ทุกวันศุกร์', buttons: [web] }
    const log = within(await openAfter({ message_type: 'generic', payloads: [card] }))
    await log.findByRole('heading', { name: card.title })
    expect(log.getByText(card.subtitle)).toBeVisible()
    expect(log.getByRole('link', { name: web.title })).toBeVisible()
    const pictures = [...document.querySelectorAll('dialog img')].map((image) => image.getAttribute('src'))
    expect(pictures).toContainEqual(expect.stringMatching(/\/icon\.svg$/))
  })

  it('is shown as text if it is a postback, and as a neutral placeholder if its type is unknown (R192, R193)', async () => {
    await openAfter({ message_type: 'sticker', payload: 7 }, { message_type: 'postback', payload: { message: 'ตกลง' } })
    await says('ตกลง')
    await says(chat.unknown)
  })

  it.each([
    ['image', '/icon.svg', 'a > img'],
    ['video', '/help/wallet.mp4', 'video'],
    ['file', 'https://operator.example/a.pdf', 'a[href="https://operator.example/a.pdf"]'],
  ])('shows media of type %s (R194)', async (fileType, url, selector) => {
    const payload = { message: null, url, fileType, filePath: null, name: 'ชื่อไฟล์' }
    const log = await openAfter({ message_type: 'media', payload })
    await waitFor(() => expect(log.querySelector(selector)).toBeVisible())
  })
})

describe('a file from the guest', () => {
  const UPLOAD = 'POST /api/chat/upload-image'
  const SEND = 'POST /api/chat/send-message'
  const fault = (line: string, kind: string) => plain().happen('fault', { line, kind, times: 1, ms: 300 })
  const picture = () => new File(['picture'], 'slip.png', { type: 'image/png' })

  it('is uploaded and sent, and its progress is shown (R197)', async () => {
    await openAfter()
    for (const line of [UPLOAD, SEND]) await fault(line, 'delay')
    await upload(picture())
    await says(chat.uploading.replace('{{percent}}', '0'))
    await says(chat.sending)
    await says(chat.sent)
    expect(stored()[0]?.message).toMatchObject({ message_type: 'media', deliver: 'sending' })
  })

  it('is reported as failed and not stored when the backend refuses it (R197)', async () => {
    await openAfter()
    await fault(UPLOAD, 'code:NO_DATA')
    await upload(picture())
    await says(chat.failed)
    expect(stored()).toEqual([])
  })
})
