import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { calls } from '#contract/calls.ts'
import type { Settings } from '#server/core/settings.ts'
import { DEVICE_TIME } from '#server/domain/device.ts'
import { isHttps } from './headers.ts'

const NAME = 'device'

/** Returns the value of a request's device cookie, with or without the prefix `__Secure-`, or '' without a cookie. */
export const deviceIn = (c: Context): string => getCookie(c, NAME, 'secure') ?? getCookie(c, NAME) ?? ''

/**
 * Sets the device cookie, which is sent only with logins. On https its name has the prefix `__Secure-`: browsers then
 * refuse it from a page without TLS. The plain name is still read, because logins before the prefix had it. If the
 * browser part is served from another origin, the cookie may be cross-site.
 */
export function storeDevice(c: Context, { webOrigin }: Settings, device: string) {
  setCookie(c, NAME, device, {
    path: calls['account.login'].path,
    httpOnly: true,
    maxAge: DEVICE_TIME / 1000,
    ...(isHttps(c) && { prefix: 'secure' }),
    ...(webOrigin ? { sameSite: 'None', secure: true, partitioned: true } : { sameSite: 'Strict', secure: isHttps(c) }),
  })
}
