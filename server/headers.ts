import type { Context, MiddlewareHandler } from 'hono'
import type { Settings } from './settings.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  // Games log in by forms, at hosts that the backend names.
  "form-action 'self' https:",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
]

/**
 * What every answer carries. A CDN that serves `dist/` sends the same, with the API's origin added to `connect-src` (https
 * and wss), and to `img-src` and `media-src` for the files of the chat.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY.join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  // Not `same-origin`: a game opened in a new tab would report itself closed at once.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), clipboard-write=(self), fullscreen=(self)',
}

type Others = Pick<Settings, 'videoOrigin' | 'chatOrigin' | 'gameHosts'>

/** The headers of a site whose help videos, or whose chat, come from another origin, and whose games are on other hosts. */
const withOthers = ({ videoOrigin, chatOrigin, gameHosts }: Others) => ({
  ...SECURITY_HEADERS,
  'Content-Security-Policy': POLICY.join('; ')
    .replace(/(img|media)-src 'self'/g, ['$&', ...[videoOrigin ?? [], chatOrigin ?? []].flat()].join(' '))
    // A page's own origin takes its sockets in; of another one both are named.
    .replace("connect-src 'self'", chatOrigin ? `$& ${chatOrigin} ${chatOrigin.replace(/^http/, 'ws')}` : '$&')
    .replace(
      "form-action 'self' https:",
      gameHosts.length > 0 ? ["form-action 'self'", ...gameHosts.map((host) => `https://${host}`)].join(' ') : '$&',
    ),
})

/** Sent on https only. */
export const HSTS = 'max-age=31536000'

/** Puts the security headers on every answer, errors too; one that an answer brings by itself stays. */
export function securityHeaders(others: Others): MiddlewareHandler {
  const headers = Object.entries(withOthers(others))
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value)
    if (c.req.url.startsWith('https:') || c.req.header('X-Forwarded-Proto') === 'https')
      c.header('Strict-Transport-Security', HSTS)
  }
}

/** True when a page of another site or origin than ours, or than `allowed`, sent this request. */
export function isForeign(c: Context, allowed?: string): boolean {
  if (allowed !== undefined && c.req.header('Origin') === allowed) return false
  return ['cross-site', 'same-site'].includes(c.req.header('Sec-Fetch-Site') ?? '')
}
