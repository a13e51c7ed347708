import type { AccountEvent } from '#contract/account-events.ts'

/** A login on 20 November 2026 at 8:00 in Bangkok, in Chrome on Windows. */
export const eventOf = (more: Partial<AccountEvent> = {}): AccountEvent => ({
  id: '1',
  kind: 'login',
  at: '2026-11-20T01:00:00.000Z',
  browser: 'Chrome',
  system: 'Windows',
  address: '203.0.113.x',
  limit: null,
  ...more,
})
/** Returns `count` logins from different addresses, starting with 203.0.0.x. */
export const logins = (count: number): AccountEvent[] =>
  Array.from({ length: count }, (_, at) => eventOf({ id: String(count - at), address: `203.0.${at}.x` }))
