import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium as browsers } from 'playwright'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { built } from '#e2e/pages/built.ts'
import { chromium } from '../kit/chromium.ts'
import { tempFolder } from '../kit/temp.ts'
import { buildFloors } from './floors.ts'
import type { Ratio } from './rate.ts'
import { startServer } from './server.ts'

/**
 * Slow 4G as Lighthouse emulates it in Chromium, which delays requests instead of packets. The latency, in ms, is 3.75
 * times the 150 ms round trip, to cover both the connection and the reply. The throughput, in bytes per second, is 0.9
 * times the nominal rate. Source: lantern/simulation/Constants.js of @paulirish/trace_engine, which Lighthouse 13 uses.
 */
const SLOW_4G = {
  offline: false,
  latency: 3.75 * 150,
  downloadThroughput: (0.9 * 1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.9 * 750 * 1024) / 8,
}
/** The CPU of a cheap phone, as Lighthouse emulates it. */
const CPU_SLOWDOWN = 4
/** A page is idle after this long without a request, ms. */
const QUIET = 2000
/** The time limit for a service worker to store its pages, ms. */
const STORING_MOST = 30_000
/** A sandbox member. */
const MEMBER = { username: '0812345678', password: 'demo1234' }

/**
 * The measurements of a visit.
 *
 * - `lcp`, `ready`: LCP, and the time until the form responds or home shows the balance, in ms
 * - `cls`: the sum of layout shifts
 * - `before`, `requests`: the number of requests before `ready`, and until idle, both without the prefetching of next
 *   pages
 * - `next`: the number of requests that prefetch next pages
 * - `kB`: the amount of data received until idle, in kB
 */
const NAMES = ['lcp', 'ready', 'cls', 'before', 'requests', 'next', 'kB'] as const
export type Visit = Record<(typeof NAMES)[number], number>
/** A page of a build. */
type Site = {
  name: string
  base: string
  path: string
  next: readonly string[]
  isMember?: boolean
  /** True if the same browser has visited the page before and its service worker has filled its cache. */
  isSecond?: boolean
}
export type DoorRow = { site: string; language: Language } & Visit
/**
 * The limits: ratios to the floor pages, and numbers of requests, not counting prefetches of the next pages. LCP varies
 * by a tenth between visits, so a short run with few rounds can detect only larger differences.
 */
const LCP_MOST = 1.1
const SHORT_LCP_MOST = 1.25
const READY_MOST = 1.15
const BEFORE_MOST = 6
const REQUESTS_MOST = 14
/** The limit for `ready` on a second visit, ms. */
const SECOND_MOST = 800

/**
 * Runs in the page: records LCP, layout shifts, and the time when the page releases held input or shows the balance.
 */
function watch() {
  const times = { lcp: 0, cls: 0, ready: 0 }
  Object.assign(window, { times })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    times.lcp = startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) times.cls += value
  })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('dd')) return
    times.ready ||= performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  let release: () => unknown = () => []
  Object.defineProperty(window, 'release', {
    set: (own: () => unknown) => {
      release = own
    },
    get: () => () => {
      times.ready ||= performance.now()
      return release()
    },
  })
}

/** Visits a page on a fast network until it is idle and its service worker has stored the page in that language. */
async function visitBefore(context: BrowserContext, url: string, language: Language) {
  const page = await context.newPage()
  await page.goto(url)
  const stored = (path: string) => page.evaluate(async (name) => (await caches.match(name)) !== undefined, path)
  const end = Date.now() + STORING_MOST
  while (!(await stored(`/login.${language}.html`))) {
    if (Date.now() > end) throw new Error(`the service worker has not stored the login in ${language}`)
    await delay(100)
  }
  await delay(QUIET)
  await page.close()
}

async function visit(browser: Browser, site: Site, language: Language): Promise<Visit> {
  const { name, base, path, next, isMember, isSecond } = site
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await context.addCookies([{ name: 'lang', value: language.toUpperCase(), url: base }])
    const stored: Record<string, string> = { locale: language }
    if (isMember) {
      const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': crypto.randomUUID() }
      const reply = await context.request.post(`${base}/api/login`, { data: MEMBER, headers, failOnStatusCode: true })
      stored.token = ((await reply.json()) as { token: string }).token
    }
    await context.addInitScript((all) => {
      for (const [item, value] of Object.entries(all)) localStorage.setItem(item, value)
    }, stored)
    if (isSecond) await visitBefore(context, `${base}${path}`, language)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const started: number[] = []
    let [begin, bytes, ahead, last] = [0, 0, 0, Date.now()]
    session.on('Network.requestWillBeSent', ({ timestamp, request }) => {
      if (request.url.startsWith('data:')) return
      begin ||= timestamp
      last = Date.now()
      if (next.includes(new URL(request.url).pathname)) ahead += 1
      else started.push(1000 * (timestamp - begin))
    })
    session.on('Network.dataReceived', () => {
      last = Date.now()
    })
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      last = Date.now()
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(`${base}${path}`)
    // wait for a quiet network rather than for all requests to finish, because a socket and a worker never finish
    while (Date.now() - last < QUIET) await delay(100)
    const times = await page.evaluate(
      () => (window as unknown as { times: Pick<Visit, 'lcp' | 'cls' | 'ready'> }).times,
    )
    if (!times.ready || !times.lcp) throw new Error(`${name} never answered`)
    const before = started.filter((at) => at < times.ready).length
    return { ...times, before, requests: started.length, next: ahead, kB: bytes / 1000 }
  } finally {
    await context.close()
  }
}

const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
function medians(visits: readonly Visit[]): Visit {
  const of = (name: keyof Visit) => Number(median(visits.map((one) => one[name])).toFixed(name === 'cls' ? 4 : 0))
  return Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Visit
}

/**
 * Visits these pages in turn: this build's login, registration and home, its login and home a second time, the floor
 * pages, and the build in `against`, if given. Returns the medians of `rounds` visits each, and the login's ratios to
 * the floor pages. With `isShort`, makes only first visits to the login and the floor pages.
 */
export async function doorRun({
  rounds = 5,
  languages = LANGUAGES,
  against,
  isShort = false,
}: {
  rounds?: number
  languages?: readonly Language[]
  against?: string | undefined
  isShort?: boolean | undefined
}): Promise<{ rows: DoorRow[]; ratios: Ratio[] }> {
  const root = tempFolder('door')
  const floors = await buildFloors(root)
  const dists = { product: resolve('dist'), ...floors, ...(against && { against: resolve(against) }) }
  const servers = await Promise.all(
    Object.entries(dists).map(async ([name, dist]) => ({
      name,
      dist,
      // an empty NODE_ENV overrides the value that was set while the floor pages were built
      server: await startServer({ NODE_ENV: '', DIST_DIR: dist, DATA_DIR: join(root, `data-${name}`) }),
    })),
  )
  const browser = await browsers.launch(chromium())
  try {
    const sites: Site[] = []
    for (const { name, dist, server } of servers) {
      const { base, ready } = server
      await ready()
      if (name in floors) {
        sites.push({ name: `${name} /login`, base, path: '/login', next: [] })
        continue
      }
      const next = built(
        (source, file) => !/^(door|front|rolldown-runtime)$/.test(file) && !/start$|woff2$/.test(source),
        dist,
      )
      sites.push({ name: `${name} /login`, base, path: '/login', next })
      if (isShort) continue
      for (const path of ['/', '/register']) sites.push({ name: `${name} ${path}`, base, path, next })
      const home = { base, path: '/user/home', next, isMember: true }
      sites.push({ ...home, name: `${name} home` }, { ...home, name: `${name} home again`, isSecond: true })
      sites.push({ name: `${name} /login again`, base, path: '/login', next, isSecond: true })
    }
    const rows: DoorRow[] = []
    const ratios: Ratio[] = []
    for (const language of languages) {
      const visits = new Map<string, Visit[]>()
      for (let round = 0; round < rounds; round++)
        for (const site of sites)
          visits.set(site.name, [...(visits.get(site.name) ?? []), await visit(browser, site, language)])
      const of = (name: string) => medians(visits.get(name) ?? [])
      rows.push(...sites.map(({ name }) => ({ site: name, language, ...of(name) })))
      const [plain, react] = [of('plain /login'), of('react /login')]
      const judge = (what: string, ratio: number, most: number) =>
        ratios.push({ name: `${language} ${what}`, ratio, most })
      for (const path of isShort ? ['/login'] : ['/login', '/']) {
        const own = of(`product ${path}`)
        const lcpMost = isShort ? SHORT_LCP_MOST : LCP_MOST
        judge(`${path}: LCP by that of the page without libraries`, own.lcp / plain.lcp, lcpMost)
        judge(`${path}: the form answers, by the page with the same libraries`, own.ready / react.ready, READY_MOST)
        judge(`${path}: requests before the form answers`, own.before, BEFORE_MOST)
        judge(`${path}: requests`, own.requests, REQUESTS_MOST)
        judge(`${path}: layout shift`, own.cls, 0)
      }
      if (isShort) continue
      for (const path of ['/register', 'home']) judge(`${path}: layout shift`, of(`product ${path}`).cls, 0)
      for (const path of ['/login', 'home']) judge(`${path} again, ms`, of(`product ${path} again`).ready, SECOND_MOST)
    }
    return { rows, ratios }
  } finally {
    await browser.close()
    for (const { server } of servers) await server.stop()
  }
}
