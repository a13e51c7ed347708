import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium as browsers } from 'playwright'
import { build, preview } from 'vite'
import { chromium } from '../kit/chromium.ts'
import { tempFolder } from '../kit/temp.ts'
import type { Turned } from './wheel-page.tsx'

/**
 * The minimum and maximum number of rounds. Only the best round of each variant counts, because other load on the
 * machine also drops frames.
 */
const ROUNDS = [6, 30] as const
/** The slowdown of the browser's CPU, as on a cheap phone. */
const SLOWER = 4

/** Builds and serves a benchmark page. */
export async function serve(root: string, file: string) {
  const entry = new URL(file, import.meta.url).pathname
  writeFileSync(join(root, 'index.html'), `<!doctype html><script type="module" src="${entry}"></script>`)
  const common = { root, configFile: false, logLevel: 'warn' } as const
  const rolldownOptions = { checks: { pluginTimings: false } }
  await build({ ...common, plugins: [react()], build: { target: 'es2022', rolldownOptions } })
  return preview({ ...common, preview: { port: 0, host: '127.0.0.1' } })
}

/**
 * The result of a run: the strokes on the canvas over all spins, and the frames dropped in the wheel's best spin and in
 * the empty box's best spin.
 */
export type WheelReport = { rounds: number; strokes: number; dropped: number; droppedEmpty: number }

/** Spins the product's wheel and an empty box in turn, in a browser that runs four times slower than normal. */
export async function wheelRun(): Promise<WheelReport> {
  const root = tempFolder('wheel')
  const server = await serve(root, './wheel-page.tsx')
  const browser = await browsers.launch(chromium())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'spin' in window)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const run = (name: 'spin' | 'empty') =>
      page.evaluate((which) => (window as unknown as Record<typeof name, () => Promise<Turned>>)[which](), name)
    // the first run of each variant is not counted, because it also compiles the code
    await run('spin')
    await run('empty')
    const report: WheelReport = { rounds: 0, strokes: 0, dropped: Infinity, droppedEmpty: Infinity }
    const [least, most] = ROUNDS
    while (report.rounds < least || (report.rounds < most && report.dropped > report.droppedEmpty)) {
      const spun = await run('spin')
      const empty = await run('empty')
      report.rounds++
      report.strokes += spun.strokes
      report.dropped = Math.min(report.dropped, spun.dropped)
      report.droppedEmpty = Math.min(report.droppedEmpty, empty.dropped)
    }
    return report
  } finally {
    await browser.close()
    await server.close()
  }
}
