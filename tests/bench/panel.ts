import { chromium as browsers } from 'playwright'
import { chromium } from '../kit/chromium.ts'
import { tempFolder } from '../kit/temp.ts'
import type { panelPage } from './panel-page.tsx'
import { serve } from './wheel.ts'

type Page = typeof panelPage

const ROUNDS = 3
/** The limits: the two times, relative to the times when all rows are rendered, and the number of elements. */
export const MOUNT_MOST = 0.1
export const APPEND_MOST = 0.25
export const NODES_MOST = 200

/**
 * The time that the main thread takes to show the conversation and to add twenty messages, in ms, and the number of
 * elements.
 */
type Shown = { mount: number; append: number; nodes: number }
/**
 * The best values over several rounds, with a window of rows and with all rows. `mount` and `append` are the ratios of
 * the times with a window to the times with all rows.
 */
export type PanelReport = { inWindow: Shown; all: Shown; mount: number; append: number }

const best = (rounds: Shown[]): Shown => ({
  mount: Math.min(...rounds.map(({ mount }) => mount)),
  append: Math.min(...rounds.map(({ append }) => append)),
  nodes: Math.max(...rounds.map(({ nodes }) => nodes)),
})

/**
 * Shows a conversation of 5,000 messages, alternately as the product does and with all rows in the DOM, and measures
 * both.
 */
export async function panelRun(): Promise<PanelReport> {
  const root = tempFolder('panel')
  const server = await serve(root, './panel-page.tsx')
  const browser = await browsers.launch(chromium())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'panelPage' in window)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    }
    const took = async (act: () => Promise<unknown>) => {
      const before = await busy()
      await act()
      return (await busy()) - before
    }
    const ask = (name: keyof Page, isWindow = false) =>
      page.evaluate(
        ({ name, isWindow }) => (window as unknown as { panelPage: Page }).panelPage[name](isWindow) as unknown,
        { name, isWindow },
      )
    const run = async (isWindow: boolean): Promise<Shown> => {
      const mount = await took(() => ask('show', isWindow))
      const append = await took(() => ask('append'))
      const nodes = Number(await ask('nodes'))
      await ask('end')
      return { mount, append, nodes }
    }
    // the first run of each variant is not counted, because it also compiles the code
    await run(true)
    await run(false)
    const rounds = { inWindow: [] as Shown[], all: [] as Shown[] }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.inWindow.push(await run(true))
      rounds.all.push(await run(false))
    }
    const [inWindow, all] = [best(rounds.inWindow), best(rounds.all)]
    return { inWindow, all, mount: inWindow.mount / all.mount, append: inWindow.append / all.append }
  } finally {
    await browser.close()
    await server.close()
  }
}
