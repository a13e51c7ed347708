/** The API's origin; empty if it is the page's own. Source: D-51. */
export const API_URL = String(import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '')
