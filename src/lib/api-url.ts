/** The origin of the API; empty if it is the same as the page's. Source: D-51. */
export const API_URL = String(import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '')
