import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { cloneInto } from '#tests/kit/clone.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { NIGHT } from './pages/tags.ts'
import { test as base, type WorkerOptions } from './pages/test.ts'

const PORTS_AWAY = 40
/** Matches the line in which the dev server prints its address. */
const ADDRESS = /Sandbox: (\S+)\/sandbox/

/** Serves a copy of the project as `npm run dev` does. */
const test = base.extend<object, { project: { folder: string; address: string } }>({
  project: [
    async ({ playwright: _ }, use, { parallelIndex, project }) => {
      const { product } = project.use as Partial<WorkerOptions>
      const folder = tempFolder('dev')
      cloneInto(folder)
      const PORT = String((product?.port ?? 0) + PORTS_AWAY + parallelIndex)
      const env = { ...process.env, DATABASE_URL: '', SANDBOX: '1', PORT }
      const dev = spawn(process.execPath, ['server/dev.ts'], { cwd: folder, env })
      const address = await new Promise<string>((come, fail) => {
        let said = ''
        const hear = (part: Buffer) => {
          said += part
          const [, address] = ADDRESS.exec(said) ?? []
          if (address && said.includes('Ready:')) come(address)
        }
        dev.stdout.on('data', hear)
        dev.stderr.on('data', hear)
        dev.on('exit', () => fail(new Error(said)))
      })
      await use({ folder, address })
      dev.kill('SIGTERM')
      await once(dev, 'exit')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ project }, use) => use(project.address),
})

test('the dev server applies an edited translation without a reload and keeps the typed input', {
  tag: NIGHT,
}, async ({ page, login, project, t, faults }) => {
  // 403: the packages' fonts are outside the copy. 504: the first visit bundles the packages and reloads the page.
  faults.allow(/Failed to load resource.*status of (403|504)/)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await login.open()
  await login.phone.fill('0812')
  const file = join(project.folder, 'locales/th.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${t('login.welcome')}"`, '"สวัสดีใหม่"'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('สวัสดีใหม่')
  await expect(login.phone).toHaveValue('0812')
})
