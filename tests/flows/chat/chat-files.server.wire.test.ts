import { beforeEach, describe, expect, test } from 'vitest'
import { CHAT_IMAGE_MOST, CHAT_VIDEO_MOST } from '#contract/chat.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { DEMO } from '#server/demo/seed.ts'
import { chatMedia, fileOf, guestOf, historyOf, mp4 } from '#tests/kit/chat.ts'
import { holdTable } from '#tests/kit/hold.ts'
import { jpegSlip, pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, type Sent, startBackend } from '#tests/kit/server.ts'
import { filesIn } from '#tests/kit/uploads.ts'

const MB = 1024 * 1024
const DAY = 24 * 60 * 60_000
const gif = (name = 'x.gif', type = 'image/gif') => fileOf('GIF89a', name, type)
const mov = (start = '\0\0\0\x14ftypqt  ') => fileOf(start, 'x.MOV', 'video/quicktime')
const refused = (code: string, status: number) => ({ status, body: { code, message: code } })

let backend: Backend
let sent: Sent
let before: number
beforeEach(async () => {
  backend = await startBackend()
  sent = { token: await backend.login(DEMO.bonus.username) }
  before = filesIn(backend.uploads).kept.length
})

const image = (file: File, by = sent) => backend.call('chat.uploadImage', { file }, by)
const video = (file: File, by = sent) => backend.call('chat.uploadVideo', { file }, by)
const pathOf = async (reply: ReturnType<typeof image>) => String((await reply).body.path)
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  backend.app.request(path, { method, headers })
/** Asserts that no new file is on the disk. */
const expectNothing = () =>
  expect({ ...filesIn(backend.uploads), kept: filesIn(backend.uploads).kept.length }).toEqual({
    kept: before,
    unfinished: [],
  })

describe('a file (R374–R375)', () => {
  test.each([
    ['image/png', pngSlip('1.00')],
    ['image/jpeg', jpegSlip()],
    ['image/jpeg', jpegSlip('x.jpeg')],
    ['image/gif', gif()],
    ['video/mp4', mp4()],
    ['video/quicktime', mov()],
    ['video/quicktime', mov('\0\0\0\x14moov')],
  ])('of type %s is accepted, stored under a new name, and served with that type (R288)', async (type, file) => {
    const reply = await (type.startsWith('image') ? image(file) : video(file))
    expect(reply).toEqual({
      status: 200,
      body: { path: expect.stringMatching(/^\/chat-files\/[\w-]{32}\?until=\d{13}&sign=[\w-]{43}$/) },
    })
    const shown = await get(String(reply.body.path))
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
      'cache-control': 'private, no-store',
    })
    expect(await shown.bytes()).toEqual(await file.bytes())
    expect(filesIn(backend.uploads)).toMatchObject({ unfinished: [] })
  })

  test('of type image/jpg is treated as a JPEG', async () => {
    const jpg = new File([await jpegSlip().bytes()], 'x.jpg', { type: 'image/jpg' })
    expect((await get(await pathOf(image(jpg)))).headers.get('Content-Type')).toBe('image/jpeg')
  })

  test.each([
    ['a type that is not supported', fileOf('%PDF-1.7', 'x.pdf', 'application/pdf')],
    ['the content of an HTML page', fileOf('<!doctype html>', 'x.png', 'image/png')],
    ['an SVG drawing that contains a script', fileOf('<svg onload="x">', 'x.svg', 'image/svg+xml')],
    ['the content of a GIF and the type of a PNG', gif('x.png', 'image/png')],
    ['the content of a video and the type of a GIF', fileOf('\0\0\0\x18ftypmp42', 'x.gif', 'image/gif')],
    ['the extension of another type', gif('x.png')],
    ['a name without an extension (R289)', gif('x')],
    ['a name that is only an extension', gif('.gif')],
    ['two extensions in its name', gif('x.gif.html')],
    ['no content', new File([], 'x.gif', { type: 'image/gif' })],
    ['an incomplete signature', new File(['GIF'], 'x.gif', { type: 'image/gif' })],
  ])('with %s is refused, and nothing is stored (R288)', async (_, file) => {
    for (const reply of [await image(file), await video(file)]) expect(reply).toEqual(refused('NO_DATA', 400))
    expectNothing()
  })

  test('is refused if it is uploaded as the wrong kind (picture or video), or if its name and content are of different video formats (R374–R375)', async () => {
    expect(await image(mp4())).toEqual(refused('NO_DATA', 400))
    expect(await video(gif())).toEqual(refused('NO_DATA', 400))
    expect(await video(fileOf('\0\0\0\x14ftypqt  ', 'x.mp4', 'video/mp4'))).toEqual(refused('NO_DATA', 400))
    expect(await video(fileOf('\0\0\0\x14ftypmp42', 'x.mov', 'video/quicktime'))).toEqual(refused('NO_DATA', 400))
    expectNothing()
  })

  test('is accepted at the maximum size, but refused during the upload if it is one byte larger (R290–R291)', async () => {
    expect((await image(jpegSlip('x.jpg', CHAT_IMAGE_MOST))).status).toBe(200)
    expect((await video(mp4('x.mp4', CHAT_VIDEO_MOST))).status).toBe(200)
    before += 2
    expect(await image(jpegSlip('x.jpg', CHAT_IMAGE_MOST + 1))).toEqual(refused('NO_DATA', 413))
    expect(await video(mp4('x.mp4', CHAT_VIDEO_MOST + 1))).toEqual(refused('NO_DATA', 413))
    expectNothing()
  })

  test('is refused after 30 files or 200 MB in one day from the same member or guest', async () => {
    const guest = await guestOf(backend)
    const owner = await backend.idOf(DEMO.bonus.username)
    const row = { owner, type: 'image/png', name: 'x.png', createdAt: new Date(backend.now()) } as const
    const rows = Array.from({ length: 29 }, (_, at) => ({ ...row, file: `f${at}`, size: 1 }))
    await backend.db.insert(chatFiles).values(rows)
    expect((await image(gif())).status).toBe(200)
    expect(await image(gif())).toEqual(refused('REQUEST_LIMIT', 429))
    expect((await image(gif(), guest.sent)).status).toBe(200)
    await backend.db.insert(chatFiles).values({ ...row, owner: guest.name, file: 'g', size: 199 * MB })
    expect(await image(jpegSlip('x.jpg', 2 * MB), guest.sent)).toEqual(refused('REQUEST_LIMIT', 429))
    expect((await image(gif(), guest.sent)).status).toBe(200)
    backend.pass(DAY + 1_000)
    sent = { token: await backend.login(DEMO.bonus.username) }
    expect((await image(gif())).status).toBe(200)
  })

  test('keeps the first 255 characters of its name', async () => {
    await image(gif(`${'x'.repeat(300)}.gif`))
    const names = await backend.db.select({ name: chatFiles.name }).from(chatFiles)
    expect(names.map(({ name }) => name)).toContain('x'.repeat(255))
  })

  test('counts towards the limit even if another file arrives at the same time (R374)', async () => {
    const owner = await backend.idOf(DEMO.bonus.username)
    const row = { owner, type: 'image/gif', size: 1, name: 'x.gif', createdAt: new Date(backend.now()) } as const
    await backend.db.insert(chatFiles).values(Array.from({ length: 29 }, (_, at) => ({ ...row, file: String(at) })))
    const table = await holdTable(backend.db, chatFiles)
    const uploads = [image(gif()), image(gif())]
    await table.stopped(...uploads)
    await table.release()
    expect((await Promise.all(uploads)).map(({ status }) => status).sort()).toEqual([200, 429])
  })

  test('is refused while the chat widget is off (R316)', async () => {
    await backend.turn('enableChatWidget', false)
    expect(await image(gif())).toEqual(refused('NO_DATA', 403))
    expectNothing()
  })
})

describe('a message with a file (R194)', () => {
  const send = (path: string, kind: 'image' | 'video', by = sent) =>
    backend.call('chat.send', chatMedia(path, kind), by)

  test('gets the file’s name and address from the server, not from the client', async () => {
    backend = await startBackend({ env: { VITE_API_URL: 'https://api.example' } })
    sent = { token: await backend.login(DEMO.bonus.username) }
    const path = await pathOf(image(gif('my.gif')))
    const message = {
      ...chatMedia(path),
      message: { message_type: 'media', payload: { filePath: path, fileType: 'image', url: 'https://evil.example' } },
    } as const
    expect((await backend.call('chat.send', message, sent)).status).toBe(200)
    expect((await historyOf(backend, sent))[0]?.message.payload).toEqual({
      filePath: path,
      fileType: 'image',
      name: 'my.gif',
      url: `https://api.example${path}`,
    })
  })

  test('may refer only to a file of the matching kind that its sender uploaded (D-22)', async () => {
    const own = await pathOf(image(gif()))
    const other = await pathOf(image(gif(), (await guestOf(backend)).sent))
    for (const [path, kind] of [
      [own, 'video'],
      [other, 'image'],
      [own.replace('/chat-files/', ''), 'image'],
      [own.replace('?', '/?'), 'image'],
      [`/chat-files/${'x'.repeat(32)}`, 'image'],
      ['/chat-files/../../etc/passwd', 'image'],
      ['https://evil.example/x.gif', 'image'],
    ] as const)
      expect(await send(path, kind), path).toEqual(refused('NO_DATA', 400))
    expect(await historyOf(backend, sent)).toEqual([])
    expect((await send(own, 'image')).status).toBe(200)
  })
})
