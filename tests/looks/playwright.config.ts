import { defineConfig } from '@playwright/test'
import { launch } from './launch.ts'

/** Checks what every state of every machine looks like in the gallery. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.look.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  globalSetup: './site.ts',
  reporter: process.env.REPORT ? [['list'], ['json', { outputFile: process.env.REPORT }]] : 'list',
  outputDir: '../../test-results/looks',
  timeout: 120_000,
  use: { launchOptions: launch },
})
