import { defineConfig } from '@playwright/test'
import { SIZES } from '../../tests/kit/sizes.ts'
import { CHROMIUM, PLAIN, SMOKE } from '../pages/tags.ts'
import type { Options, WorkerOptions } from '../pages/test.ts'
import base from '../playwright.config.ts'

/**
 * Runs the shortest path through each flow, and checks the layout of the main pages, in Debian's Firefox. Needs
 * firefox-esr. Playwright uses a mouse, because this Firefox cannot emulate touch.
 */
export default defineConfig<Options, WorkerOptions>({
  ...base,
  testDir: '../..',
  globalSetup: '../build.ts',
  outputDir: '../../test-results/firefox',
  workers: 2,
  // this Firefox takes twice as long as Chromium to open a page
  timeout: 120_000,
  expect: { timeout: 20_000 },
  grep: new RegExp(SMOKE),
  grepInvert: new RegExp(`${PLAIN}|${CHROMIUM}`),
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    contextOptions: {},
    viewport: SIZES.phone,
    launchOptions: {
      executablePath: new URL('firefox.ts', import.meta.url).pathname,
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'ui.useOverlayScrollbars': 1 },
    },
  },
  projects: [{ name: 'firefox', testIgnore: ['laos.spec.ts', 'inspect.spec.ts'] }],
})
