import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { calls } from '#contract/calls.ts'
import type { Settings } from '#server/core/settings.ts'
import { DEVICE_TIME } from '#server/domain/device.ts'
import { isHttps } from './headers.ts'

const NAME = 'device'

/**
 * Returns the value of the device cookie in a request, or '' without a cookie. The cookie's name may have the prefix
 * `__Secure-`.
 */
export const deviceIn = (c: Context): string => getCookie(c, NAME, 'secure') ?? getCookie(c, NAME) ?? ''

/**
 * Sets the device cookie, which browsers send only with logins.
 *
 * On https its name has the prefix `__Secure-`, so that browsers refuse it from a page without TLS. Cookies that were
 * set before the prefix was introduced are still read under the plain name. If the client is served from another
 * origin, the cookie may be cross-site.
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
