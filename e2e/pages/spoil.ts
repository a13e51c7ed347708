import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { TOAST_TIME } from '#contract/limits.ts'

type Spoil = (route: Route) => Promise<void>

/** Lets the server make the change, but drops its reply. */
export async function loseAnswer(route: Route) {
  await really(route)
  await route.abort()
}

/** Drops the request before it reaches the server. */
export const loseRequest: Spoil = (route) => route.abort()

/** Chromium's error for a dropped request or reply. */
export const LOST = /net::ERR_FAILED/

/**
 * Applies `spoil`, if given, to the first change sent to `address`. Returns an array that collects the Idempotency-Key
 * of every change.
 */
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
 * Holds back all GET requests of the page. The returned function releases them one by one, the latest first, until no
 * more arrive for a while, and resolves to the number of released requests. Later requests are not held back.
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

/**
 * Replies to calls to `address` in place of the server, one reply per call. Cuts the connection if the reply is `null`
 * or if there are no replies left.
 */
export async function play(page: Page, address: string, ...answers: ({ status?: number; json: unknown } | null)[]) {
  await page.route(address, (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.abort()
  })
}

/** Removes the clipboard API, as in an old browser or on an http page. */
export const hideClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

/** Keeps each toast on screen until it is closed. */
export const keepToasts = (page: Page) =>
  page.addInitScript((time) => {
    const { setTimeout } = window
    const start = (run: () => void, ms?: number) => (ms === time ? 0 : setTimeout(run, ms))
    Object.defineProperty(window, 'setTimeout', { value: start })
  }, TOAST_TIME)

/** Blocks `window.open`, so that only links can open tabs. */
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
 * Drops the replies to the first `times` uploads to `address`. Returns an array that collects the Idempotency-Key of
 * every upload.
 *
 * Uses CDP, because a Playwright route cannot forward a request with a file in its body.
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

/** Fetches the server's actual reply. Retries if the server has just closed an idle connection. */
export const really = (route: Route) => route.fetch({ maxRetries: 2 })
