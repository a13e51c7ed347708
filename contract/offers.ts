/**
 * Offers of a backend beyond the spec. `keys`: it recognises a change by its `Idempotency-Key` and repeats the stored
 * reply; `remember`: its login takes `remember`; `logout`: it has `account.logout`; `device`: its login sets a cookie
 * that identifies the browser later, also on a page of another origin; `sessions`: it has the calls of `sessions.ts` (all assumed).
 */
export const OFFERS = ['keys', 'remember', 'logout', 'device', 'sessions'] as const
export type Offer = (typeof OFFERS)[number]
