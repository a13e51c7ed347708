import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { server } from '../servers.ts'
import type { Options } from './dialogs.run.ts'

const PORT = Number(process.env.E2E_PORT ?? 3999)
const DRIVER_PORT = PORT + 1
const driver = `http://127.0.0.1:${DRIVER_PORT}`

/** Settings in which nothing moves: WebKitGTK then reports `prefers-reduced-motion`. Debian 12 has GTK 3, Debian 13 GTK 4. */
const settings = mkdtempSync(join(tmpdir(), 'krapao-webkit-'))
for (const gtk of ['gtk-3.0', 'gtk-4.0']) {
  mkdirSync(join(settings, gtk))
  writeFileSync(join(settings, gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
}

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
      command: `exec xvfb-run -a -s '-screen 0 1600x1200x24' WebKitWebDriver --port=${DRIVER_PORT}`,
      url: `${driver}/status`,
      env: { XDG_CONFIG_HOME: settings },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      timeout: 60_000,
      reuseExistingServer: false,
    },
  ],
})
