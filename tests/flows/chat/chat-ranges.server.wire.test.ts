import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { chatFiles } from '#server/core/schema/chat.ts'
import { DEMO } from '#server/demo/seed.ts'
import { fileAt } from '#server/domain/chat-files.ts'
import { mp4 } from '#tests/kit/chat.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  backend.app.request(path, { method, headers })

describe('a request for a video', () => {
  const SIZE = 1000
  let path: string
  beforeEach(async () => {
    const sent = { token: await backend.login(DEMO.bonus.username) }
    path = String((await backend.call('chat.uploadVideo', { file: mp4('x.mp4', SIZE) }, sent)).body.path)
  })

  test.each([
    ['bytes=0-9', 206, 10, 'bytes 0-9/1000'],
    ['bytes=4-7', 206, 4, 'bytes 4-7/1000'],
    ['bytes=990-', 206, 10, 'bytes 990-999/1000'],
    ['bytes=990-5000', 206, 10, 'bytes 990-999/1000'],
    ['bytes=-10', 206, 10, 'bytes 990-999/1000'],
    ['bytes=-5000', 206, SIZE, 'bytes 0-999/1000'],
    ['bytes=1000-', 416, 0, 'bytes */1000'],
    ['bytes=-0', 416, 0, 'bytes */1000'],
    ['bytes=9-4', 200, SIZE, null],
    ['bytes=0-1,4-5', 200, SIZE, null],
    ['bytes=-', 200, SIZE, null],
    ['lines=0-1', 200, SIZE, null],
  ])('with the range %s gets the status %i and %i bytes', async (Range, status, length, range) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get(path, { Range }, method)
      expect([response.status, response.headers.get('Content-Range')]).toEqual([status, range])
      expect(response.headers.get('Accept-Ranges')).toBe('bytes')
      if (status !== 416) expect(response.headers.get('Content-Length')).toBe(String(length))
      expect((await response.bytes()).length).toBe(method === 'HEAD' ? 0 : length)
    }
  })

  test('with a range gets exactly the bytes of that range', async () => {
    expect(await (await get(path, { Range: 'bytes=4-11' })).text()).toBe('ftypmp42')
  })

  test('gets status 404 unless the database contains the file (R136)', async () => {
    for (const wrong of [
      '/chat-files',
      '/chat-files/',
      '/chat-files/unfinished',
      `/chat-files/${'x'.repeat(32)}`,
      `${path}/x`,
      '/chat-files/..%2fx',
    ])
      expect((await get(wrong, { Accept: 'text/html' })).status, wrong).toBe(404)
    expect((await get(path.replace('chat-files', 'slips'))).status).toBe(404)
    await backend.db.delete(chatFiles).where(eq(chatFiles.file, fileAt(path) ?? ''))
    expect((await get(path)).status).toBe(404)
  })
})
