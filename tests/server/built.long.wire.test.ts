import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'

const DIST = resolve('dist-server')
const PROGRAM = ['--enable-source-maps', join(DIST, 'main.js')]

beforeAll(() => {
  execFileSync(process.execPath, ['server/build.ts'])
})
afterEach(endServers)

/** Runs `use` on an empty PostgreSQL database, or on an embedded one if there is no TEST_DATABASE_URL. */
const onDatabase = (use: (url: string) => Promise<void>) =>
  process.env.TEST_DATABASE_URL ? inOwnDatabase(process.env.TEST_DATABASE_URL, use) : use('')

const api = { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' }

it('the production build migrates an empty database, serves the page and answers calls', async () => {
  await onDatabase(async (DATABASE_URL) => {
    const port = await freePort()
    const { child, said, text } = startServer(port, await dataFolder(), { DATABASE_URL, SANDBOX: '' }, PROGRAM)
    await said('Ready:')
    const get = (path: string, headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const page = await get('/login', { Accept: 'text/html', 'Accept-Encoding': 'br' })
    expect(page.headers.get('Content-Encoding')).toBe('br')
    expect(await page.text()).toContain('<div id="root">')
    expect((await get('/api/lookup/active', api)).status).toBe(200)
    expect((await get('/sandbox', {})).status).toBe(404)
    const login = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: api,
      body: JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD }),
    })
    expect(await login.json()).toMatchObject({ code: 'WRONG_CREDENTIAL' })
    child.kill('SIGTERM')
    await said('closed')
    expect(text()).not.toContain('"level":"error"')
  })
}, 120_000)

it('the built sandbox serves its files, logs in the demo member and marks game pictures as immutable', async () => {
  await onDatabase(async (DATABASE_URL) => {
    const port = await freePort()
    const { said } = startServer(port, await dataFolder(), { DATABASE_URL }, PROGRAM)
    await said('Sandbox:')
    for (const path of ['', '/style.css', '/scenario.js', '/chat/live.js', '/openapi.json'])
      expect((await fetch(`http://127.0.0.1:${port}/sandbox${path}`)).status, path).toBe(200)
    const login = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: api,
      body: JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD }),
    })
    const { token } = await login.json()
    const wallet = await fetch(`http://127.0.0.1:${port}/api/wallet`, {
      headers: { ...api, Authorization: `Bearer ${token}` },
    })
    const { slots }: { slots: { logo: string }[] } = await wallet.json()
    expect(slots.length).toBeGreaterThan(0)
    for (const { logo } of slots) {
      const picture = await fetch(`http://127.0.0.1:${port}${logo}`)
      expect(picture.headers.get('Content-Type'), logo).toContain('image/svg+xml')
      expect(picture.headers.get('Cache-Control'), logo).toContain('immutable')
    }
  })
}, 120_000)

/** Returns the source modules that Node loads when the built server starts, according to the source maps. */
function modulesAtStart(): string[] {
  const files = new Set([join(DIST, 'main.js')])
  const modules: string[] = []
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(code) ?? []
    if (map) {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(dirname(file), map), 'utf8'))
      modules.push(...sources.map((source) => relative('.', resolve(dirname(file), source))))
    }
    for (const [, path = ''] of code.matchAll(/^import .*"(\.[^"]+)";$/gm)) files.add(join(dirname(file), path))
  }
  return modules
}

it('the built server does not load the sandbox or the embedded database when it starts', () => {
  const modules = modulesAtStart()
  expect(modules).toContain('server/http/app.ts')
  expect(modules.filter((name) => /server\/demo\/|pglite/.test(name))).toEqual([])
})
