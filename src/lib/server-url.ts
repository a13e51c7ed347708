import { API_URL } from './api-url.ts'
import { safeUrl } from './safe-url.ts'

/** An address in the server's own words as it may be opened, else null: a path is one of the server, wherever the page is from. */
export function serverUrl(raw: string, options?: { hosts: readonly string[] }): string | null {
  const url = safeUrl(raw, options)
  return url?.startsWith('/') ? API_URL + url : url
}
