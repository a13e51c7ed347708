import { defineConfig } from '@playwright/test'
import { hours } from '#tests/kit/samples/slip.ts'
import { chosenPaths } from '../../tests/kit/choose.ts'
import { chromium } from '../../tests/kit/chromium.ts'
import { loadModel } from '../../tests/kit/models.ts'
import { PHONE } from '../../tests/kit/sizes.ts'
import type { Options } from '../pages/test.ts'
import { server } from '../servers.ts'
import { asked } from './asked.ts'

const PORT = Number(process.env.E2E_PORT ?? 3999)
const LAOS = { PORT: PORT + 2, WEB_PORT: PORT + 3 }
const { stems, headed, slow, video, ...choice } = asked()
const models = await Promise.all(stems.map(loadModel))
const isLaos = /\bin Laos\b/
const thai = { name: 'thai', use: { baseURL: `http://localhost:${PORT + 1}` }, grepInvert: isLaos }
const laos = {
  name: 'laos',
  use: { site: 'laos' as const, baseURL: `http://localhost:${LAOS.WEB_PORT}` },
  grep: isLaos,
}
const hasLaos = models
  .flatMap((model) => [...chosenPaths(model, choice).values()])
  .some(([start]) => isLaos.test(start?.words ?? ''))

/** Slips are taken when those of the models are. */
const SLIPS = { SLIP_OPEN: hours.openTime, SLIP_CLOSE: hours.closeTime }
const site = (api: number, web: number, env: Record<string, string> = {}) => ({
  ...server(api, 'e2e/paths/server.ts', { ...env, ...SLIPS, WEB_PORT: String(web), TRUST_PROXY: '1' }),
  url: `http://localhost:${web}/`,
})

/** Paths of machines, in a browser. */
export default defineConfig<Options>({
  testDir: '.',
  testMatch: 'paths.run.ts',
  workers: 1,
  reporter: [
    ['list'],
    ['html', { outputFolder: '../../test-results/paths-report', open: 'never' }],
    ...(process.env.REPORT ? [['json', { outputFile: process.env.REPORT }] as const] : []),
  ],
  outputDir: '../../test-results/paths',
  // the first page is made as it is asked for
  timeout: slow ? 600_000 : 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...PHONE,
    launchOptions: { ...chromium(), slowMo: slow },
    headless: !headed,
    screenshot: 'only-on-failure',
    video: video ? 'on' : 'off',
    contextOptions: { reducedMotion: slow ? 'no-preference' : 'reduce' },
  },
  projects: hasLaos ? [thai, laos] : [thai],
  webServer: [site(PORT, PORT + 1), ...(hasLaos ? [site(LAOS.PORT, LAOS.WEB_PORT, { VITE_LAOS: '1' })] : [])],
})
