import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lock } from '#server/core/db.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { until } from '#tests/kit/until.ts'

let dir: string
let otherDir: string
beforeEach(() => {
  dir = tempFolder('data')
  otherDir = tempFolder('data')
})
afterEach(endServers)

test('a data folder can be locked only once, and can be locked again after it is unlocked', () => {
  const unlock = lock(dir)
  expect(() => lock(dir)).toThrow()
  unlock()
  lock(dir)()
})

test('a second server, an audit and a member command exit with an error if the data folder or port is in use, and the first server keeps running', async () => {
  const port = await freePort()
  const first = startServer(port, dir)
  await first.said('opening the database')
  const refused = [
    [startServer(await freePort(), dir), `${dir} is in use by another krapao`],
    [startServer(port, otherDir), `Port ${port} cannot be used`],
    [startServer(port, dir, {}, ['server/audit.ts']), `${dir} is in use by a krapao`],
    [startServer(port, dir, {}, ['server/member.ts', 'release', '0812345678']), `${dir} is in use by a krapao`],
  ] as const
  for (const [{ child, said }, words] of refused) {
    await said(words)
    await until(() => expect(child.exitCode).toBe(1))
  }
  await first.said('Sandbox:')
  expect(await (await fetch(`http://localhost:${port}/api/health`)).json()).toEqual({ status: 'ready' })
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'exit')).toEqual([0, null])
  expect(first.text()).toContain('closed')
}, 120_000)

test('the member command works on a data folder that no server uses, and fails for an unknown phone number or an invalid reason', async () => {
  const run = async (...words: string[]) => {
    const { child, text } = startServer(0, dir, {}, ['server/member.ts', ...words])
    const [code] = await once(child, 'close')
    return [code, text()]
  }
  expect(await run('suspend', '0812345678', '9')).toEqual([1, expect.stringContaining('Usage:')])
  expect(await run('release', '0812345678')).toEqual([1, 'No member has the phone number 0812345678\n'])
  expect(await run('end-sessions', 'all')).toEqual([0, expect.stringContaining('Sessions ended: 0.')])
}, 120_000)
