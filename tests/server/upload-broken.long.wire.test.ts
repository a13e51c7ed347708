import { once } from 'node:events'
import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SLIP_MAX_BYTES } from '#contract/slip.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { sweepUploads } from '#server/domain/stored-files.ts'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { logged } from '#tests/kit/logged.ts'
import { jpegSlip, pngSlip } from '#tests/kit/money-in.ts'
import { endServers, startServer } from '#tests/kit/process.ts'
import { type Backend, type Sent, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'
import { addedIn, filesIn, unfinishedIn } from '#tests/kit/uploads.ts'

const MINUTE = 60_000

let backend: Backend
let token: string
let seeded: string[]
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  seeded = filesIn(backend.uploads).kept
})
afterEach(endServers)

/** Returns the files that the server has stored since the test began, and the files of unfinished uploads. */
const left = () => addedIn(backend.uploads, seeded)
const upload = (file: File, sent: Sent = {}) => backend.call('wallet.slip', { file }, { token, ...sent })
const fine = { status: 200, body: {} }
const broken = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' } }
test('an uploaded file is removed after a database error, and the same idempotency key can be used again', async () => {
  const lines = logged()
  await backend.db.execute(sql`alter table slips add constraint never check (false) not valid`)
  expect(await upload(pngSlip(), { key: 'same' })).toEqual(broken)
  await backend.db.execute(sql`alter table slips drop constraint never`)
  expect(left()).toEqual({ added: [], unfinished: [] })
  expect(lines).toMatchObject([{ call: 'wallet.slip', error: '23514' }])
  expect(await upload(pngSlip(), { key: 'same' })).toEqual(fine)
})

test('a disk error stops the upload, and the same idempotency key can be used again', async () => {
  const lines = logged()
  const handle = await open(join(backend.uploads, seeded[0] ?? ''))
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile').mockRejectedValueOnce(new Error('disk full'))
  await handle.close()
  expect(await upload(jpegSlip('slip.jpg', SLIP_MAX_BYTES), { key: 'same' })).toEqual(broken)
  expect(write).toHaveBeenCalledTimes(1)
  write.mockRestore()
  expect(left()).toEqual({ added: [], unfinished: [] })
  expect(lines).toMatchObject([{ call: 'wallet.slip', error: 'Error' }])
  expect(await upload(pngSlip(), { key: 'same' })).toEqual(fine)
})

test('an uploaded file and its row are kept if an error occurs after the commit', async () => {
  const lines = logged()
  const { transaction } = backend.db
  const spy = vi.spyOn(backend.db, 'transaction').mockImplementationOnce(async (...args) => {
    await transaction.apply(backend.db, args)
    throw new Error('cut off')
  })
  expect(await upload(pngSlip(), { key: 'same' })).toEqual(broken)
  spy.mockRestore()
  expect(left()).toEqual({ added: [expect.any(String)], unfinished: [] })
  expect(await upload(pngSlip(), { key: 'same' })).toEqual(fine)
  expect(await backend.db.$count(slips, eq(slips.file, left().added[0] ?? ''))).toBe(1)
  expect(left().added).toHaveLength(1)
  expect(lines).toHaveLength(1)
})

test('the sweep removes files that uploads left behind, unless a row references them or they are recent', async () => {
  const place = unfinishedIn(backend.uploads)
  mkdirSync(place)
  const now = Date.now()
  const leave = (letter: string, minutes: number, isKept: boolean) => {
    const name = letter.repeat(32)
    const file = join(place, name)
    writeFileSync(file, 'x')
    if (isKept) linkSync(file, join(backend.uploads, name))
    utimesSync(file, new Date(now), new Date(now - minutes * MINUTE))
    return name
  }
  leave('a', 20, false)
  leave('b', 20, true)
  const rowed = leave('c', 20, true)
  const young = leave('d', 5, true)
  const [slip] = await backend.db.select().from(slips).limit(1)
  if (slip) await backend.db.update(slips).set({ file: rowed }).where(eq(slips.id, slip.id))
  writeFileSync(join(place, '.other'), 'x')
  utimesSync(join(place, '.other'), new Date(0), new Date(0))
  await sweepUploads(backend.db, backend.uploads, now - 10 * MINUTE)
  expect(left()).toEqual({ added: [rowed, young], unfinished: ['.other', young] })
  await sweepUploads(backend.db, join(backend.uploads, 'nowhere'), now)
})

test('a server killed during an upload removes the unfinished file on its next start', async () => {
  const folder = await dataFolder()
  const port = await freePort()
  const first = startServer(port, folder)
  await first.said('Sandbox:')
  const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': 'k', 'Content-Type': 'application/json' }
  const credentials = JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD })
  const login = await fetch(`http://localhost:${port}/api/login`, { method: 'POST', headers, body: credentials })
  const Authorization = `Bearer ${(await login.json()).token}`
  const form = { ...headers, Authorization, 'Content-Type': 'multipart/form-data; boundary=x' }
  const sent = request({ port, method: 'POST', path: '/api/wallet/slip', headers: form }).on('error', () => {})
  sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="slip.png"\r\n\r\n')
  const files = () => filesIn(join(folder, 'uploads'))
  await until(() => expect(files().unfinished).toHaveLength(1))
  const { kept } = files()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(files().unfinished).toHaveLength(1)
  await startServer(port, folder).said('Sandbox:')
  expect(files()).toEqual({ kept, unfinished: [] })
}, 150_000)
