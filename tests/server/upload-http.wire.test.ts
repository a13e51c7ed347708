import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newKey } from '#contract/random.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { logged } from '#tests/kit/logged.ts'
import { jpegSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

const HEAD =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="slip.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
const END = '\r\n--x--\r\n'
const MEGABYTE = 1024 * 1024

let backend: Backend
let server: Server
let headers: Record<string, string>
let before: number
beforeEach(async () => {
  backend = await startBackend()
  headers = {
    'X-Requested-With': 'wallet-user',
    Authorization: `Bearer ${await backend.login()}`,
    'Idempotency-Key': newKey(),
    'Content-Type': 'multipart/form-data; boundary=x',
  }
  server = createAdaptorServer({ fetch: backend.app.fetch, overrideGlobalObjects: false }) as Server
  server.listen(0)
  await once(server, 'listening')
  before = await backend.db.$count(slips)
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const port = () => (server.address() as AddressInfo).port
const unfinished = () => readdirSync(join(backend.uploads, 'unfinished'))
const begin = (more: Record<string, string> = {}) =>
  request({ port: port(), method: 'POST', path: '/api/wallet/slip', headers: { ...headers, ...more } })

async function write(sent: ClientRequest, piece: string | Uint8Array) {
  if (!sent.write(piece)) await once(sent, 'drain')
}
const image = (size: number) => jpegSlip('slip.jpg', size).bytes()
async function send(sent: ClientRequest, size: number) {
  await write(sent, HEAD)
  const bytes = await image(size)
  for (let at = 0; at < size; at += MEGABYTE) await write(sent, bytes.subarray(at, at + MEGABYTE))
}
async function answerTo(sent: ClientRequest) {
  const [reply] = await once(sent, 'response')
  return { status: reply.statusCode, body: JSON.parse(await text(reply)) }
}
/** Checks that exactly `more` slips with their files were stored, and that no upload is unfinished. */
async function expectNothing(more = 0) {
  expect(unfinished()).toEqual([])
  expect(readdirSync(backend.uploads)).toHaveLength(before + 1 + more)
  expect(await backend.db.$count(slips)).toBe(before + more)
}
const tooLarge = { status: 413, body: { code: 'SLIP_INVALID_FILE', message: 'SLIP_INVALID_FILE' } }

test('the server accepts a slip in chunks of any size (R336)', async () => {
  const sent = begin()
  await send(sent, 3 * MEGABYTE + 7)
  sent.end(END)
  expect(await answerTo(sent)).toEqual({ status: 200, body: {} })
  await expectNothing(1)
})

test.each([
  ['in chunks', {}],
  ['with a Content-Length', { 'Content-Length': String(HEAD.length + 11 * MEGABYTE + END.length) }],
])('an 11 MB slip sent %s is refused as too large, but only after the whole slip has arrived', async (_, more) => {
  const sent = begin(more)
  await send(sent, 11 * MEGABYTE)
  expect(unfinished()).toHaveLength(1)
  sent.end(END)
  expect(await answerTo(sent)).toEqual(tooLarge)
  await expectNothing()
})

test('a form that is longer than its Content-Length is read only up to that length and refused', async () => {
  const socket = connect(port()).on('error', () => {})
  const closed = new Promise((done) => socket.once('close', done))
  const length = { 'Content-Length': String(HEAD.length + 1000), Host: 'localhost' }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  const bytes = await image(11 * MEGABYTE)
  socket.write(`POST /api/wallet/slip HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${HEAD}`)
  socket.write(bytes.subarray(0, 1000))
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1.1 400 .*"code":"NO_DATA"/s)
  // The server does not read the remaining bytes as part of this form.
  socket.write(bytes.subarray(1000))
  await closed
  await expectNothing()
})

test('a client that disconnects during an upload leaves no file and no log line', async () => {
  const lines = logged()
  const sent = begin()
  sent.on('error', () => {})
  await send(sent, 2 * MEGABYTE)
  await until(() => expect(unfinished()).toHaveLength(1))
  sent.destroy()
  await until(() => expectNothing())
  expect(lines).toEqual([])
})

test('the server stores no file from a caller who is not logged in', async () => {
  headers.Authorization = 'Bearer nobody'
  const sent = begin()
  sent.on('error', () => {})
  sent.write(HEAD)
  expect((await answerTo(sent)).status).toBe(401)
  expect(readdirSync(backend.uploads)).toHaveLength(before)
  sent.destroy()
})
