import { defineConfig } from '@playwright/test'
import { server } from '../servers.ts'
import type { Options } from './dialogs.run.ts'

const PORT = Number(process.env.E2E_PORT ?? 3999)
const DRIVER_PORT = PORT + 1
const driver = `http://127.0.0.1:${DRIVER_PORT}`

/** WebKitGTK, which Playwright cannot drive: the tests speak WebDriver. Needs Debian's webkit2gtk-driver, xvfb and xauth. */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: '*.run.ts',
  workers: 1,
  reporter: process.env.REPORT ? [['list'], ['json', { outputFile: process.env.REPORT }]] : 'list',
  outputDir: '../../test-results/webkit',
  timeout: 120_000,
  globalTimeout: 600_000,
  expect: { timeout: 20_000 },
  use: { site: `http://localhost:${PORT}`, driver },
  webServer: [
    server(PORT),
    {
      command: 'exec node e2e/webkit/driver.ts',
      cwd: new URL('../..', import.meta.url).pathname,
      url: `${driver}/status`,
      env: { PORT: String(DRIVER_PORT) },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      timeout: 60_000,
      reuseExistingServer: false,
    },
  ],
})
