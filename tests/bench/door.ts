import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium as browsers } from 'playwright'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { built } from '#e2e/pages/built.ts'
import { chromium } from '../kit/chromium.ts'
import { tempFolder } from '../kit/temp.ts'
import { buildFloors } from './floors.ts'
import type { Ratio } from './rate.ts'
import { startServer } from './server.ts'

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
/** A member of the sandbox. */
const MEMBER = { username: '0812345678', password: 'demo1234' }

/**
 * A visit with an empty cache: LCP and the time until the form answers, ms; the sum of layout shifts; the requests until the
 * form answers, those until idle without and for next pages, and the kB until idle.
 */
const NAMES = ['lcp', 'ready', 'cls', 'before', 'requests', 'next', 'kB'] as const
export type Visit = Record<(typeof NAMES)[number], number>
/** A page of a build. */
type Site = { name: string; base: string; path: string; next: readonly string[]; isMember?: boolean }
export type DoorRow = { site: string; language: Language } & Visit
/** The limits: ratios to the floors, and the numbers of requests, those for next pages not counted. */
const LCP_MOST = 1.1
const READY_MOST = 1.15
const BEFORE_MOST = 6
const REQUESTS_MOST = 14

/** Runs in the page: notes LCP and layout shifts, and when the page lets go of what it held, since then it answers. */
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

async function visit(browser: Browser, { base, path, next, isMember }: Site, language: Language): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await context.addCookies([{ name: 'lang', value: language.toUpperCase(), url: base }])
    const stored: Record<string, string> = { locale: language }
    if (isMember) {
      const headers = { 'X-Requested-With': 'wallet-user' }
      const reply = await context.request.post(`${base}/api/login`, { data: MEMBER, headers })
      stored.token = ((await reply.json()) as { token: string }).token
    }
    await context.addInitScript((all) => {
      for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
    }, stored)
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
    // a socket and a worker never end
    while (Date.now() - last < QUIET) await delay(100)
    const times = await page.evaluate(
      () => (window as unknown as { times: Pick<Visit, 'lcp' | 'cls' | 'ready'> }).times,
    )
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
 * Visits the login, the registration and home of this build, the floors and the build in `against`, if given, in turn;
 * returns the medians of `rounds` visits each, and how the login compares with the floors.
 */
export async function doorRun({
  rounds = 5,
  languages = LANGUAGES,
  against,
}: {
  rounds?: number
  languages?: readonly Language[]
  against?: string | undefined
}): Promise<{ rows: DoorRow[]; ratios: Ratio[] }> {
  const root = tempFolder('door')
  const floors = await buildFloors(root)
  const dists = { product: resolve('dist'), ...floors, ...(against && { against: resolve(against) }) }
  const servers = await Promise.all(
    Object.entries(dists).map(async ([name, dist]) => ({
      name,
      dist,
      // the builds of the floors have set another environment
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
      for (const path of ['/login', '/', '/register']) sites.push({ name: `${name} ${path}`, base, path, next })
      sites.push({ name: `${name} home`, base, path: '/user/home', next, isMember: true })
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
      for (const path of ['/login', '/']) {
        const own = of(`product ${path}`)
        const compare = (what: string, ratio: number, most: number) =>
          ratios.push({ name: `${language} ${path}: ${what}`, ratio, most })
        compare('LCP by that of the page without libraries', own.lcp / plain.lcp, LCP_MOST)
        compare('the form answers, by the page with the same libraries', own.ready / react.ready, READY_MOST)
        compare('requests before the form answers', own.before, BEFORE_MOST)
        compare('requests', own.requests, REQUESTS_MOST)
        compare('layout shift', own.cls, 0)
      }
      ratios.push({ name: `${language} /register: layout shift`, ratio: of('product /register').cls, most: 0 })
    }
    return { rows, ratios }
  } finally {
    await browser.close()
    for (const { server } of servers) await server.stop()
  }
}
