import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { calls } from '#contract/calls.ts'
import type { Settings } from '#server/core/settings.ts'
import { DEVICE_TIME } from '#server/domain/device.ts'
import { isHttps } from './headers.ts'

const NAME = 'device'

/** Returns the value of a request's device cookie, or '' without a cookie. */
export const deviceIn = (c: Context): string => getCookie(c, NAME) ?? ''

/**
 * Sets the device cookie, which is sent only with logins. If the browser part is served from another origin, the cookie
 * may be cross-site.
 */
export function storeDevice(c: Context, { webOrigin }: Settings, device: string) {
  setCookie(c, NAME, device, {
    path: calls['account.login'].path,
    httpOnly: true,
    maxAge: DEVICE_TIME / 1000,
    ...(webOrigin ? { sameSite: 'None', secure: true, partitioned: true } : { sameSite: 'Strict', secure: isHttps(c) }),
  })
}
