import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SECURITY_HEADERS } from '#server/headers.ts'
import { attachSocket } from '#server/socket.ts'
import { type Backend, startBackend } from './kit/server.ts'

let backend: Backend
let io: Server
let url: string
beforeEach(async () => {
  backend = await startBackend()
  const http = createServer().listen(0)
  await once(http, 'listening')
  io = attachSocket(http, { open: () => backend.db, now: Date.now, webOrigin: undefined })
  url = `http://localhost:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=polling`
})
afterEach(() => io.close())

/** What the server answers to a socket that connects with `auth`, spoken by hand over polling. */
async function connect(auth: string): Promise<string> {
  const hello = await (await fetch(url)).text()
  const session = `${url}&sid=${JSON.parse(hello.slice(1)).sid}`
  await fetch(session, { method: 'POST', body: `40${auth}` })
  return (await fetch(session)).text()
}

test('a signed-in member gets in', async () => {
  expect(await connect(JSON.stringify({ token: await backend.login() }))).toMatch(/^40\{"sid"/)
})

test.each(['', '{}', '{"token":"x"}', '{"token":5}', '{"token":null}'])('nobody gets in with %s', async (auth) => {
  expect(await connect(auth)).toBe('44{"message":"invalid-token"}')
})

test('its answers carry the security headers, and no other origin is let in', async () => {
  const { headers } = await fetch(url, { headers: { Origin: 'https://evil.example' } })
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value)
  expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
})
