import type { DataPage } from '#contract/data.ts'

/** A page that is followed by another page. */
export const first: DataPage = { part: 'profile', records: [{ name: 'Demo Player' }], next: 'chat.0' }
/** The last page. */
export const last: DataPage = { part: 'chat', records: [{ sender: 'customer' }], next: null }
