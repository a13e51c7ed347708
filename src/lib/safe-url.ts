import { API_URL } from './api-url.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']
// Control characters and backslashes. Before browsers parse an address, they remove some control characters and turn
// backslashes into slashes.
const SLY = /[\p{Cc}\\]/u

/**
 * Returns the URL, or null if it is malformed. Replaces `URL.parse`, which Chrome before 126 and Safari before 18 lack.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/**
 * Returns the normalised address if a text from the server may become a link; otherwise null. Allows https, http on
 * this machine, and paths of this site that begin with a single slash. Rejects addresses with credentials. `hosts`
 * limits the hosts of absolute addresses.
 */
export function safeUrl(raw: string, { hosts }: { hosts?: readonly string[] | undefined } = {}): string | null {
  const text = raw.trim()
  if (SLY.test(text)) return null
  const relative = /^\/(?!\/)/.test(text)
  const url = parseUrl(text, relative ? 'https://here.invalid' : undefined)
  if (!url || url.username || url.password) return null
  if (relative) return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
  const local = url.protocol === 'http:' && LOCAL.includes(url.hostname)
  if (url.protocol !== 'https:' && !local) return null
  return !hosts || hosts.includes(url.hostname) ? url.href : null
}

/**
 * Returns an address from the server if it may be opened; otherwise null. A path is resolved against the API's origin,
 * even if that differs from the page's.
 */
export function serverUrl(raw: string, options?: { hosts: readonly string[] | undefined }): string | null {
  const url = safeUrl(raw, options)
  return url?.startsWith('/') ? API_URL + url : url
}
