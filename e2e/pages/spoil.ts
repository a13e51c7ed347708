import type { Page, Route } from '@playwright/test'

/** The server does it; its answer is lost on its way. */
export async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort()
}

/** Lets `spoil` have the first change sent to `address`; gives the Idempotency-Key of each. */
export async function spoilFirst(page: Page, address: string, spoil: (route: Route) => Promise<void>) {
  const keys: (string | undefined)[] = []
  await page.route(address, (route) => {
    if (route.request().method() === 'GET') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? spoil(route) : route.continue()
  })
  return keys
}
