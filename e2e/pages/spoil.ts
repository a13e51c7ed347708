import type { Page, Route } from '@playwright/test'

type Spoil = (route: Route) => Promise<void>

/** The server does it; its answer is lost on its way. */
export async function loseAnswer(route: Route) {
  await really(route)
  await route.abort()
}

/** The request never arrives. */
export const loseRequest: Spoil = (route) => route.abort()

/** What Chromium says of either. */
export const LOST = /net::ERR_FAILED/

/** Lets `spoil` have the first change sent to `address`, if given; gives the Idempotency-Key of each. */
export async function spoilFirst(page: Page, address: string, spoil?: Spoil) {
  const keys: string[] = []
  await page.route(address, (route) => {
    const key = route.request().headers()['idempotency-key']
    if (key === undefined) return route.continue()
    keys.push(key)
    return spoil && keys.length === 1 ? spoil(route) : route.continue()
  })
  return keys
}

/** Holds the requests to `address` back until what it gives is called. */
export async function holdBack(page: Page, address: string) {
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(address, (route) => isOver.then(() => route.fallback()))
  return goOn
}

/** Answers the calls to `address` one after the other, in place of the server; `null` cuts the line. */
export async function play(page: Page, address: string, ...answers: ({ status?: number; json: unknown } | null)[]) {
  await page.route(address, (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.abort()
  })
}

/** A browser without a clipboard of its own: an old one, or a page without https. */
export const hideClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

/** A browser that opens no tab unless a link leads there. */
export const blockTabs = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
  })

/** So many bytes a second go out, as from a phone far from its mast, until what it gives is called. */
export async function slowDown(page: Page, uploadThroughput: number) {
  const cdp = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await cdp.send('Network.emulateNetworkConditions', line)
  return () => cdp.detach()
}

/** As {@link spoilFirst} with {@link loseAnswer}, of the first `times`, for a body that holds a file, which no route can pass on. */
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

/** What the server itself answers. A line that it has just closed, as nothing came for a while, is no answer. */
export const really = (route: Route) => route.fetch({ maxRetries: 2 })
