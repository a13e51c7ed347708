/**
 * What a backend may offer beyond the spec. `keys`: it recognises a change by its `Idempotency-Key` and repeats the stored
 * reply; `remember`: its login takes `remember`; `logout`: it has `account.logout` (all assumed).
 */
export const OFFERS = ['keys', 'remember', 'logout'] as const
export type Offer = (typeof OFFERS)[number]
