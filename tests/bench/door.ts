import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium as browsers } from 'playwright'
import { chromium } from '../kit/chromium.ts'
import { tempFolder } from '../kit/temp.ts'
import { startServer } from './server.ts'

const ROUNDS = 5
/** Slow 4G and the CPU of a cheap phone, as Lighthouse emulates them; bytes per second, ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
/** A page without a request for this long is idle, ms. */
const QUIET = 2000

/** Loading /login with an empty cache: requests and kB until idle, LCP and the time until the form takes a submit, ms. */
type Visit = { requests: number; kB: number; lcp: number; answers: number }
/** Medians for this build, for the other one, and other ÷ this for each figure. */
export type DoorReport = { own: Visit; other?: Visit; ratio?: Visit }

/** Runs in the page: submits the empty form on each frame until the page handles it. */
function watchDoor() {
  const times = { lcp: 0, answers: 0 }
  Object.assign(window, { times })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) times.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const knock = () => {
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    document.querySelector('form')?.dispatchEvent(submit)
    if (submit.defaultPrevented) times.answers = performance.now()
    else requestAnimationFrame(knock)
  }
  knock()
}

async function visit(browser: Browser, base: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const pending = new Set<string>()
    let requests = 0
    let bytes = 0
    let last = Date.now()
    session.on('Network.requestWillBeSent', ({ requestId }) => {
      requests++
      last = Date.now()
      pending.add(requestId)
    })
    const settle = (requestId: string, length: number) => {
      bytes += length
      last = Date.now()
      pending.delete(requestId)
    }
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => settle(requestId, encodedDataLength))
    session.on('Network.loadingFailed', ({ requestId }) => settle(requestId, 0))
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(watchDoor)
    await page.goto(`${base}/login`)
    await page.getByRole('textbox').first().waitFor()
    while (pending.size > 0 || Date.now() - last < QUIET) await delay(100)
    const { lcp, answers } = await page.evaluate(() => (window as unknown as { times: Visit }).times)
    return { requests, kB: bytes / 1000, lcp, answers }
  } finally {
    await context.close()
  }
}

const each = (figure: (name: keyof Visit) => number): Visit => {
  const rounded = (name: keyof Visit) => Math.round(100 * figure(name)) / 100
  return { requests: rounded('requests'), kB: rounded('kB'), lcp: rounded('lcp'), answers: rounded('answers') }
}

const medians = (visits: readonly Visit[]) =>
  each((name) => visits.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN)

/** Loads /login of the build in `dist` and of the one in `against`, if given, in turn. */
export async function doorRun(against?: string): Promise<DoorReport> {
  const root = tempFolder('door')
  const servers = await Promise.all(
    ['dist', ...(against ? [against] : [])].map((dist, i) =>
      startServer({ DIST_DIR: resolve(dist), DATA_DIR: join(root, String(i)) }),
    ),
  )
  const browser = await browsers.launch(chromium())
  try {
    const visits = servers.map((): Visit[] => [])
    for (const server of servers) await server.ready()
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, { base }] of servers.entries()) visits[i]?.push(await visit(browser, base))
    const [own, other] = visits.map(medians)
    if (!own) throw new Error('no visits')
    return other ? { own, other, ratio: each((name) => other[name] / own[name]) } : { own }
  } finally {
    await browser.close()
    for (const server of servers) await server.stop()
  }
}
