import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { plainBackend } from '#tests/plain-backend/app.ts'

const server = serve({ overrideGlobalObjects: false, fetch: plainBackend().app.fetch, port: 0, hostname: '127.0.0.1' })
let base = ''
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function conform(...args: string[]) {
  const child = spawn(process.execPath, ['tests/conform/main.ts', ...args])
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}
const AS_MEMBER = ['--member', DEMO.member.username, '--password', DEMO_PASSWORD]

it('the conform command prints its usage with --help', async () => {
  const { code, out, err } = await conform('--help')
  expect(out).toMatch(/^npm run conform -- URL --member PHONE --password PW/)
  expect(err).toBe('')
  expect(code).toBe(0)
})

describe('the conform command exits with code 2 and a one-line message', () => {
  const mustStop = async (args: string[], why: RegExp) => {
    const { code, out, err } = await conform(...args)
    expect(err).toMatch(why)
    expect(out).toBe('')
    expect(code).toBe(2)
  }

  it('if no URL is given', () => mustStop(AS_MEMBER, /^URL, --member and --password are required \(see --help\)\n$/))

  it('if the URL is not a web address', () =>
    mustStop(['localhost:80', ...AS_MEMBER], /^"localhost:80" is no .* address .*\n$/))

  it('if the level is unknown', () =>
    mustStop(
      [base, ...AS_MEMBER, '--level', 'half'],
      /^No level "half"\. Choose one of: plain, full \(see --help\)\n$/,
    ))

  it('if no server answers at the URL', async () =>
    mustStop(
      [`http://127.0.0.1:${await freePort()}`, ...AS_MEMBER],
      /^http.* cannot be examined: no reply: .*REFUSED.*\n$/,
    ))

  it('before it examines any call if the report cannot be written', () =>
    mustStop([base, ...AS_MEMBER, '--json', '/no/such/folder/r.json'], /^ENOENT: .*\/no\/such\/folder\/r\.json'\n$/))

  it('if the password is wrong', () =>
    mustStop(
      [base, '--member', DEMO.member.username, '--password', 'wrong'],
      /^\d+ cannot sign in at http.*: POST \/api\/login answers 401 .*\n$/,
    ))
})
