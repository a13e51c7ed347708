import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { TOAST_TIME } from '#contract/limits.ts'

type Spoil = (route: Route) => Promise<void>

/** The server makes the change; its answer is lost. */
export async function loseAnswer(route: Route) {
  await really(route)
  await route.abort()
}

/** The request never arrives. */
export const loseRequest: Spoil = (route) => route.abort()

/** Chromium's error for a lost request or answer. */
export const LOST = /net::ERR_FAILED/

/** Applies `spoil`, if given, to the first change sent to `address`. Returns the Idempotency-Key of every change. */
export async function injectFirst(page: Page, address: string, spoil?: Spoil) {
  const keys: string[] = []
  await page.route(address, (route) => {
    const key = route.request().headers()['idempotency-key']
    if (key === undefined) return route.continue()
    keys.push(key)
    return spoil && keys.length === 1 ? spoil(route) : route.continue()
  })
  return keys
}

/** Holds back the requests to `address` until the returned function is called. */
export async function holdBack(page: Page, address: string) {
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(address, (route) => isOver.then(() => route.fallback()))
  return goOn
}

/**
 * Holds back all the page's GET requests. The returned function releases them one by one, the latest first, until no
 * new one has arrived for a while, and resolves to their number. Later requests are not held back.
 */
export async function answerLastFirst(page: Page) {
  const held: Route[] = []
  let isOver = false
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' && !isOver ? void held.push(route) : route.fallback(),
  )
  return async function answerAll() {
    let answered = 0
    for (let idle = 0; idle < 4; ) {
      await wait(100)
      const last = held.pop()
      await last?.fallback()
      idle = last ? 0 : idle + 1
      answered += last ? 1 : 0
    }
    isOver = true
    return answered
  }
}

/** Answers calls to `address` in place of the server, with one answer per call; `null` cuts the connection. */
export async function play(page: Page, address: string, ...answers: ({ status?: number; json: unknown } | null)[]) {
  await page.route(address, (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.abort()
  })
}

/** A browser without a clipboard API: an old one, or an http page. */
export const hideClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

/** A browser in which a toast stays until it is closed. */
export const keepToasts = (page: Page) =>
  page.addInitScript((time) => {
    const { setTimeout } = window
    const start = (run: () => void, ms?: number) => (ms === time ? 0 : setTimeout(run, ms))
    Object.defineProperty(window, 'setTimeout', { value: start })
  }, TOAST_TIME)

/** A browser that opens tabs only for links. */
export const blockTabs = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
  })

/**
 * Limits the upload speed (in bytes per second), as on a phone with bad reception, until the returned function is
 * called.
 */
export async function slowDown(page: Page, uploadThroughput: number) {
  const cdp = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await cdp.send('Network.emulateNetworkConditions', line)
  return () => cdp.detach()
}

/**
 * Like {@link injectFirst} with {@link loseAnswer}, for the first `times` requests with a file in the body, which a
 * route cannot forward.
 */
export async function loseUploads(page: Page, address: string, times: number) {
  const keys: string[] = []
  const cdp = await page.context().newCDPSession(page)
  cdp.on('Fetch.requestPaused', async ({ requestId, request }) => {
    keys.push(request.headers['Idempotency-Key'] ?? '')
    if (keys.length <= times) await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    else await cdp.send('Fetch.continueResponse', { requestId })
  })
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: address, requestStage: 'Response' }] })
  return keys
}

/** Fetches the server's own answer. Retries if the server has just closed an idle connection. */
export const really = (route: Route) => route.fetch({ maxRetries: 2 })
