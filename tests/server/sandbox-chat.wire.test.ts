import { beforeEach, describe, expect, test } from 'vitest'
import { type ChatMessage, contentOf } from '#contract/chat-content.ts'
import { LANGUAGES } from '#contract/language.ts'
import { SAYINGS } from '#server/demo/sandbox/agent-says.ts'
import { BOT_BUTTONS, BOT_TEXTS } from '#server/demo/sandbox/bot.ts'
import { DEMO } from '#server/demo/seed.ts'
import { chatText, guestOf, historyOf } from '#tests/kit/chat.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(DEMO.bonus.username)
})

const to = DEMO.bonus.username
const page = async (query = '') => (await backend.app.request(`/sandbox/chat${query}`)).text()
const history = () => historyOf(backend, { token })
const send = (text: string) => backend.call('chat.send', chatText(text), { token })
const say = (fields: Record<string, string>) => backend.form('/chat/say', { to, ...fields })

describe('the support desk', () => {
  test.each(SAYINGS)('sends a message of type %s (R187–R193)', async (kind) => {
    expect((await say({ kind, text: 'สวัสดี' })).status).toBe(303)
    const [said] = await history()
    const media = kind === 'image' || kind === 'video' || kind === 'file'
    expect(said).toMatchObject({ sender: 'other', name: 'แอดมิน', clientId: expect.stringMatching(/./) })
    const content = said && contentOf(said.message)
    expect(content?.type).toBe(media ? 'media' : kind === 'other' ? 'unknown' : kind)
    if (content?.type !== 'media') return
    expect(content.media.fileType).toBe(kind)
    const url = content.media.url ?? ''
    if (url.startsWith('/chat-files/')) {
      const shown = await backend.app.request(url)
      expect(shown.status).toBe(200)
      expect(shown.headers.get('Content-Disposition')).toBe(kind === 'file' ? 'attachment' : 'inline')
    } else expect(url).toBe('/help/wallet.mp4')
  })

  test('sends any valid JSON message, and refuses an invalid one (R187–R193)', async () => {
    const message = { message_type: 'new', payload: [1], payloads: { x: null } }
    expect((await say({ message: JSON.stringify(message) })).status).toBe(303)
    expect((await history())[0]?.message).toEqual(message)
    for (const wrong of ['', '{', '5', '{"message_type":5}']) expect((await say({ message: wrong })).status).toBe(400)
    expect((await say({ kind: 'nothing', text: 'x' })).status).toBe(400)
    expect((await backend.form('/chat/say', { to: 'nobody', kind: 'text', text: 'x' })).status).toBe(404)
    expect(await history()).toHaveLength(1)
  })

  test('stores a message once if it is sent twice (R187–R193)', async () => {
    for (let i = 0; i < 2; i++) await say({ kind: 'text', text: 'x', clientId: 'id-1' })
    expect(await history()).toHaveLength(1)
  })

  test('lists the conversations with their unread counts, and marks a conversation as read when it is opened (R187–R193)', async () => {
    const guest = await guestOf(backend)
    await backend.call('chat.send', chatText('one'), guest.sent)
    for (const text of ['two', 'three']) await send(text)
    const list = async () =>
      (await (await backend.app.request('/sandbox/chat/conversations')).json()) as { owner: string; unread: number }[]
    const owner = await backend.idOf(to)
    const demo = await backend.idOf()
    expect((await list()).map(({ owner, unread }) => [owner, unread])).toEqual([
      [owner, 2],
      [guest.name, 1],
      [demo, 0],
    ])
    expect(await page()).toContain('2 new')
    const open = await page(`?with=${guest.name}`)
    expect(open).toContain('one')
    expect(
      open.match(/<button name="kind" value="\w+" class="[^"]*">/g)?.map((button) => button.endsWith('"quiet">')),
    ).toEqual(SAYINGS.map((kind) => kind !== 'text'))
    expect((await list()).map(({ unread }) => unread)).toEqual([2, 0, 0])
    const messages = await (await backend.app.request(`/sandbox/chat/messages?with=${to}`)).json()
    expect(messages.map(({ message }: { message: ChatMessage }) => message.payload)).toEqual([
      { message: 'three' },
      { message: 'two' },
    ])
  })

  test('shows customers’ messages as plain text (R187–R193)', async () => {
    await send('<script>alert(1)</script>')
    const shown = await page(`?with=${await backend.idOf(to)}`)
    expect(shown).toContain('&lt;script&gt;')
    expect(shown).not.toContain('<script>alert')
  })

  test('reports a change when a message arrives (R187–R193)', async () => {
    const newest = async () => (await backend.app.request('/sandbox/chat/newest')).text()
    const before = await newest()
    expect(await newest()).toBe(before)
    await send('x')
    expect(await newest()).not.toBe(before)
    expect((await backend.app.request('/sandbox/chat/live.js')).headers.get('Content-Type')).toContain(
      'text/javascript',
    )
  })
})

describe('the bot', () => {
  const turn = (isOn: boolean) => backend.form('/chat/bot', { name: 'bot', isOn: String(isOn) })
  /** Sends a text message, and returns the replies once they arrive. */
  async function answerTo(text: string) {
    const before = (await history()).length
    await send(text)
    const answered = async () => {
      const all = await history()
      expect(all).toHaveLength(before + 2)
      return all[0]?.message
    }
    const message = await expect.poll(answered).toBeTruthy().then(answered)
    return message ? contentOf(message) : null
  }
  beforeEach(() => turn(true))

  test.each([
    ['สวัสดี', 'quick_replies', BOT_TEXTS.hello.th],
    ['ສະບາຍດີ', 'quick_replies', BOT_TEXTS.hello.la],
    ['Hello', 'quick_replies', BOT_TEXTS.hello.en],
    ['ฝากเงินยังไง', 'buttons', BOT_TEXTS.deposit.th],
    ['ຖອນເງິນ', 'text', BOT_TEXTS.withdraw.la],
    ['I want a human', 'buttons', BOT_TEXTS.human.en],
    ['เงินไม่เข้า', 'text', BOT_TEXTS.missing.th],
    ['zzz', 'quick_replies', BOT_TEXTS.unsure.en],
    ['123', 'quick_replies', BOT_TEXTS.unsure.th],
  ])('answers %j with %s: %s', async (text, type, message) => {
    expect(await answerTo(text)).toMatchObject({ type, message })
  })

  test('answers “bonus” with cards, and “how?” with a video', async () => {
    expect(await answerTo('bonus')).toMatchObject({ type: 'generic', cards: [{ title: 'Welcome bonus' }, {}] })
    expect(await answerTo('how?')).toMatchObject({ type: 'media', media: { fileType: 'video' } })
  })

  test('stays silent for ten minutes after support has answered, and while it is switched off', async () => {
    await say({ kind: 'text', text: 'here I am' })
    await send('hello')
    backend.pass(9 * 60_000)
    await send('hello')
    backend.pass(61_000)
    expect(await answerTo('hello')).toMatchObject({ type: 'quick_replies' })
    await turn(false)
    await send('hello')
    await turn(true)
    expect(await answerTo('hello')).toMatchObject({ type: 'quick_replies' })
    expect((await history()).filter(({ sender }) => sender === 'other')).toHaveLength(3)
  })

  test('follows the product’s wording rules', () => {
    for (const words of [...Object.values(BOT_TEXTS), ...Object.values(BOT_BUTTONS)]) {
      expect(Object.keys(words).sort()).toEqual([...LANGUAGES].sort())
      expect(words.th).not.toMatch(
        /โปรด|ครับ|ค่ะ|นะคะ|ทำการ|แน่ใจ|ล้มเหลว|คลิก|อัพ|ลิ้งค์|เกมส์|แชต|เซสชัน|เเ|ํา|ท่าน|\.\.\.|!|[຀-໿]|โอน.*โยก/,
      )
      expect(words.la).not.toMatch(/ຫນ|ຫມ|ຫລ|ໍາ|ເເ|ໂປດ|ສັກຄູ່|ເຈົ້າ|ລົ້ມເຫຼວ|ທຳການ|ແນ່ໃຈ|ຄລິກ|!|[฀-๿]/)
      expect(words.en).not.toMatch(/!|please|kindly/i)
    }
  })
})

test('the demo member’s conversation has messages of every type and is more than two pages long (R187–R193, R537)', async () => {
  const said = await historyOf(backend, { token: await backend.login() })
  const types = said
    .map(({ message }) => contentOf(message))
    .map((content) => (content.type === 'media' ? content.media.fileType : content.type))
  expect(new Set(types)).toEqual(
    new Set(['text', 'buttons', 'image', 'video', 'file', 'quick_replies', 'generic', 'postback', 'unknown']),
  )
  expect(said.length).toBeGreaterThan(20)
  expect(new Set(said.map(({ sender }) => sender))).toEqual(new Set(['customer', 'other']))
  expect((await backend.call('chat.config', {}, { token: await backend.login() })).body.unread).toBe(1)
  expect(await history()).toEqual([])
})
