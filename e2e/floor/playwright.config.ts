import { defineConfig } from '@playwright/test'
import { chromium } from '../../tests/kit/chromium.ts'
import { PHONE } from '../../tests/kit/sizes.ts'
import { NIGHT } from '../pages/tags.ts'
import type { Options, WorkerOptions } from '../pages/test.ts'
import base from '../playwright.config.ts'
import { OLDEST } from './chromium.ts'

/**
 * Runs the browser tests of the phone in Chromium 111, the oldest supported version. It comes from an npm package,
 * which has it for Linux on x64 only.
 */
export default defineConfig<Options, WorkerOptions>({
  ...base,
  testDir: '../..',
  globalSetup: './setup.ts',
  outputDir: '../../test-results/floor',
  // this build exits when a virtual authenticator makes a passkey, and its DevTools cannot turn on Save-Data
  grepInvert: new RegExp(`${NIGHT}|passkey|Save-Data`),
  use: {
    ...base.use,
    launchOptions: {
      executablePath: OLDEST,
      // this build is from shortly before the release, which has the colours of CSS Color 4
      args: [...chromium().args, '--enable-blink-features=CSSColor4'],
    },
  },
  projects: [{ name: 'floor', use: PHONE, testIgnore: ['laos.spec.ts', 'inspect.spec.ts'] }],
})
