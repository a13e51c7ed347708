import { defineConfig } from '@playwright/test'
import { hours } from '#tests/kit/samples/slip.ts'
import { chosenPaths } from '../../tests/kit/choose.ts'
import { chromium } from '../../tests/kit/chromium.ts'
import { loadModel } from '../../tests/kit/models.ts'
import { PHONE } from '../../tests/kit/sizes.ts'
import type { Options, WorkerOptions } from '../pages/test.ts'
import { asked } from './asked.ts'

/** The port of the first worker's site. The other workers' sites use the ports after it. */
const PORT = Number(process.env.E2E_PORT ?? 3999)
const WORKERS = 2
const { stems, headed, slow, video, stories, ...choice } = asked()
const models = await Promise.all(stems.map(loadModel))
const isLaos = /\bin Laos\b/
/** The server accepts slips during the same hours as the models. */
const SLIPS = { SLIP_OPEN: hours.openTime, SLIP_CLOSE: hours.closeTime }
const product = (port: number, env: Record<string, string> = {}) => ({
  port,
  program: 'e2e/paths/server.ts',
  env: { ...env, ...SLIPS, TRUST_PROXY: '1' },
})
const thai = { name: 'thai', use: { product: product(PORT) }, grepInvert: isLaos }
const laos = {
  name: 'laos',
  use: { site: 'laos' as const, product: product(PORT + WORKERS, { VITE_LAOS: '1' }) },
  workers: 1,
  grep: isLaos,
}
const hasLaos = models
  .flatMap((model) => [...chosenPaths(model, choice).values()])
  .some(([start]) => isLaos.test(start?.words ?? ''))

/** Runs machine paths and stories in a browser. */
export default defineConfig<Options, WorkerOptions>({
  testDir: '.',
  testMatch: [...(stems.length > 0 ? ['paths.run.ts'] : []), ...(stories.length > 0 ? ['story.run.ts'] : [])],
  workers: WORKERS,
  fullyParallel: true,
  reporter: [
    ['list'],
    ['html', { outputFolder: '../../test-results/paths-report', open: 'never' }],
    ...(process.env.REPORT ? [['json', { outputFile: process.env.REPORT }] as const] : []),
  ],
  outputDir: '../../test-results/paths',
  // Vite compiles the first page on request, which takes time
  timeout: slow ? 600_000 : 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...PHONE,
    launchOptions: { ...chromium(headed), slowMo: slow },
    headless: !headed,
    screenshot: 'only-on-failure',
    video: video ? 'on' : 'off',
    contextOptions: { reducedMotion: slow ? 'no-preference' : 'reduce' },
  },
  projects: hasLaos ? [thai, laos] : [thai],
})
