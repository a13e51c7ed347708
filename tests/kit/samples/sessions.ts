import type { OpenSession } from '#contract/sessions.ts'

const times = { openedAt: '2026-11-20T01:00:00.000Z', seenAt: '2026-11-21T08:02:00.000Z' }

/** The session of the requesting browser. */
export const here: OpenSession = {
  ...{ id: 'here', browser: 'Chrome', system: 'Windows', address: '203.0.113.x', ...times, isCurrent: true },
}
/** A session in another browser. */
export const phone: OpenSession = {
  ...{ id: 'phone', browser: 'Safari', system: 'iOS', address: '198.51.100.x', ...times, isCurrent: false },
}
