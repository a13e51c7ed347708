import { defineConfig } from '@playwright/test'
import { chromium } from '../../tests/kit/chromium.ts'
import type { Options } from './test.ts'

const PORT = Number(process.env.E2E_PORT ?? 3999)
const DRIVER_PORT = PORT + 1
const driver = `http://127.0.0.1:${DRIVER_PORT}`

/** A program that Playwright starts and stops. It is ready once `url` responds. */
const program = (line: string, url: string, env: Record<string, string>) => ({
  command: `exec node ${line}`,
  cwd: new URL('../..', import.meta.url).pathname,
  url,
  env,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  timeout: 120_000,
  reuseExistingServer: false,
})

/**
 * Runs tests in WebKitGTK through WebDriver, because Playwright cannot drive this browser. Needs Debian's
 * webkit2gtk-driver, xvfb and xauth.
 */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: '*.run.ts',
  workers: 1,
  reporter: process.env.REPORT ? [['list'], ['json', { outputFile: process.env.REPORT }]] : 'list',
  outputDir: '../../test-results/webkit',
  timeout: 120_000,
  globalTimeout: 600_000,
  expect: { timeout: 20_000 },
  use: { site: `http://localhost:${PORT}`, driver, launchOptions: chromium() },
  webServer: [
    program('e2e/serve.ts', `http://localhost:${PORT}/api/health`, { PORT: String(PORT) }),
    program('e2e/webkit/driver.ts', `${driver}/status`, { PORT: String(DRIVER_PORT) }),
  ],
})
