import type { IncomingHttpHeaders } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Settings } from '#server/core/settings.ts'

type Others = Pick<Settings, 'apiOrigin' | 'videoOrigin' | 'chatOrigin' | 'gameHosts'>
/** The hashes of inline scripts and styles, in the format of the Content-Security-Policy. */
type Inline = { script: readonly string[]; style: readonly string[] }

/**
 * Returns the Content-Security-Policy of a site whose API, help videos or chat may have other origins. The hosts in
 * `gameHosts` may serve images and receive forms. If the list is empty, every https address may receive forms. `inline`
 * contains the hashes of the scripts and styles in the prerendered pages.
 */
export function policyOf(
  { apiOrigin, videoOrigin, chatOrigin, gameHosts }: Others,
  inline: Inline = { script: [], style: [] },
): string {
  const games = gameHosts.map((host) => `https://${host}`)
  const media = [videoOrigin, chatOrigin, apiOrigin].filter(Boolean)
  // `'self'` includes the sockets of the page's own origin. For any other origin, both schemes must be listed.
  const lines = [chatOrigin, apiOrigin].flatMap((origin) => (origin ? [origin, origin.replace(/^http/, 'ws')] : []))
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.script],
    'style-src': ["'self'", ...inline.style],
    'img-src': ["'self'", ...media, ...games, 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", ...media, 'blob:'],
    'connect-src': ["'self'", ...lines],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    // Players log in to games with forms, which the browser sends to hosts chosen by the backend.
    'form-action': ["'self'", ...(games.length > 0 ? games : ['https:'])],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The policy `worker` permits the address of the service worker.
    'trusted-types': ['dompurify', 'worker'],
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}

/**
 * The headers of every response from a site that serves everything from its own origin. A CDN that serves `dist/`
 * should send these headers too.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policyOf({ apiOrigin: '', videoOrigin: undefined, chatOrigin: undefined, gameHosts: [] }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  // With `same-origin`, a game opened in a new tab would immediately seem to be closed.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), clipboard-write=(self), fullscreen=(self)',
}

/** The value of the Strict-Transport-Security header, which is sent only over https. */
export const HSTS = 'max-age=31536000'

/** True if the request was made over https, either to this server or to the proxy in front of it. */
export const isHttps = (c: Context): boolean =>
  c.req.url.startsWith('https:') || c.req.header('X-Forwarded-Proto') === 'https'

/** Adds the security headers to every response, including errors. Keeps headers that are already set. */
export function securityHeaders(others: Others, inline: Inline): MiddlewareHandler {
  const headers = Object.entries({ ...SECURITY_HEADERS, 'Content-Security-Policy': policyOf(others, inline) })
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value)
    if (isHttps(c)) c.header('Strict-Transport-Security', HSTS)
  }
}

/** True if the request comes from a page of another site or origin, unless that origin is `allowed`. */
export function isForeign(c: Context, allowed?: string): boolean {
  if (allowed !== undefined && c.req.header('Origin') === allowed) return false
  return ['cross-site', 'same-site'].includes(c.req.header('Sec-Fetch-Site') ?? '')
}

/**
 * True if a socket is opened by a page of another origin, unless that origin is `allowed`. Browsers apply neither CORS
 * nor `Sec-Fetch-Site` to sockets, but they always send the Origin. Other clients, which send no Origin, are accepted.
 */
export function isForeignSocket({ origin, host }: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return false
  return URL.parse(origin)?.host !== host
}
