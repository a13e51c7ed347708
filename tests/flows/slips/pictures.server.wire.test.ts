import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Slip } from '#contract/slip.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { jpegSlip, pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const HOUR = 60 * 60_000

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const upload = (file: File) => backend.call('wallet.slip', { file }, { token })
const picture = (path: string, init: RequestInit = {}) => backend.app.request(path, init)
/** The file name in a link. */
const fileIn = (link: string) => new URL(link, 'http://x').pathname.replace('/slips/', '')
/** The links to the pending slips, newest first. */
async function links(): Promise<string[]> {
  const { body } = await backend.call('statement.slips', { page: 1, limit: 100 }, { token })
  return (body.slips as Slip[]).flatMap(({ link }) => link ?? [])
}

test('a picture is served as received, with headers that prevent scripts (R136)', async () => {
  const sent = pngSlip('12.34', 'x.png')
  await upload(sent)
  const [link = ''] = await links()
  const response = await picture(link)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(sent.size),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(await response.bytes()).toEqual(await sent.bytes())
  expect((await picture(link, { method: 'HEAD' })).status).toBe(200)
})

test("a picture's address reveals nothing about the member or the slip", async () => {
  for (let i = 0; i < 3; i++) await upload(jpegSlip())
  const all = await links()
  expect([all.length, new Set(all).size]).toEqual([5, 5])
  const ids = (await backend.db.select({ id: members.id }).from(members)).map(({ id }) => id)
  for (const link of all) {
    expect(link).toMatch(/^\/slips\/[\w-]{32}\?until=\d{13}&sign=[\w-]{43}$/)
    expect(ids.filter((id) => link.includes(id))).toEqual([])
  }
  expect((await picture(all[0] ?? '')).headers.get('Content-Type')).toBe('image/jpeg')
})

test.each([
  ['/slips', 'the folder'],
  ['/slips/', 'the folder'],
  ['/slips/unfinished', 'another folder'],
  [`/slips/${'x'.repeat(32)}`, 'an unknown name'],
  ['/slips/../package.json', 'a path out of the folder'],
  ['/slips/..%2f..%2fpackage.json', 'an encoded path out of the folder'],
  ['/slips/%2e%2e%2fpackage.json', 'an encoded path out of the folder'],
  ['/slips/unfinished%2fx', 'an encoded path into a folder'],
  ['/slips/%00', 'a null byte'],
  ['/slips/%E0%A4%A', 'an invalid encoding'],
  ['/slips/x/y', 'a path with two parts'],
])('the server replies to %s (%s) with 404 instead of the site’s page', async (path) => {
  const response = await picture(path, { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } })
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('<')
})

test('the server replies with 404 if a picture is missing on disk or in the database', async () => {
  for (let i = 0; i < 2; i++) await upload(pngSlip())
  const [first = '', second = ''] = await links()
  rmSync(join(backend.uploads, fileIn(first)))
  await backend.db.delete(slips).where(eq(slips.file, fileIn(second)))
  for (const gone of [first, second]) expect((await picture(gone)).status).toBe(404)
})

test('a picture’s address works for 12 hours, and forged addresses never work (D-61)', async () => {
  const [own = '', other = ''] = await links()
  const [path = '', query = ''] = own.split('?')
  const [otherPath = '', otherQuery = ''] = other.split('?')
  const later = String(backend.now() + 365 * 24 * HOUR)
  for (const address of [
    path,
    `${path}?until=${later}`,
    own.replace(/until=\d+/, `until=${later}`),
    own.slice(0, -1),
    `${path}?${otherQuery}`,
    `${otherPath}?${query}`,
    own.replace('/slips/', '/chat-files/'),
  ])
    expect((await picture(address)).status, address).toBe(404)
  backend.pass(12 * HOUR)
  expect((await picture(own)).status).toBe(200)
  backend.pass(HOUR)
  expect((await picture(own)).status).toBe(404)
  token = await backend.login()
  const [again = ''] = await links()
  expect(again.split('?')[0]).toBe(path)
  expect((await picture(again)).status).toBe(200)
})

test('a picture’s address stays the same within an hour, so that reloading a list does not reload its pictures', async () => {
  token = await backend.login(DEMO.member.username, true)
  const first = await links()
  backend.pass(HOUR - (backend.now() % HOUR) - 1)
  expect(await links()).toEqual(first)
  backend.pass(2)
  expect(await links()).not.toEqual(first)
})
