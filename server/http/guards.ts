import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { CallName } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Settings } from '#server/core/settings.ts'
import { addressOf, networkOf, senderOf } from './caller.ts'
import { LimitReached, MESSAGE_TIME, MINUTE } from './limits.ts'

/**
 * Returns the middleware of each call. The middleware refuses blocked addresses with INVALID_IP (403), and refuses
 * calls beyond a limit of this process with REQUEST_LIMIT (429).
 *
 * The limits per address and minute are 600 each for `account.logout`, `passkey.challenge` and `chat.config`, and 6,000
 * each for `chat.history` and `chat.read`. The limits per sender and minute are 300 for `chat.history` and 120 for
 * `chat.read`. One address may send 15 times as many messages as one sender (assumed).
 */
export function guards(
  { trustProxy, blockedIps, chatMessages }: Settings,
  now: () => number,
): Partial<Record<CallName, MiddlewareHandler[]>> {
  /** Limits the calls of each caller in this process, so that the process can still answer others. */
  function flood(most: number, within: number, keyOf: (c: Context) => string | Promise<string>): MiddlewareHandler {
    const counts = new Map<string, number>()
    let end = 0
    return async (c, next) => {
      const key = await keyOf(c)
      if (performance.now() >= end) {
        counts.clear()
        end = performance.now() + within
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > most) throw new LimitReached(now() + end - performance.now())
      await next()
    }
  }
  const address = (c: Context) => networkOf(addressOf(c, trustProxy))
  const notBlocked: MiddlewareHandler = async (c, next) => {
    const from = addressOf(c, trustProxy)
    const family = isIP(from)
    if (family && blockedIps.check(from, family === 6 ? 'ipv6' : 'ipv4')) throw new ApiError('INVALID_IP', 403)
    await next()
  }
  return {
    'account.login': [notBlocked],
    'account.passkey': [notBlocked],
    'passkey.challenge': [flood(600, MINUTE, address)],
    'account.logout': [flood(600, MINUTE, address)],
    'otp.send': [notBlocked],
    'otp.verify': [notBlocked],
    'account.validate': [notBlocked],
    'account.create': [notBlocked],
    'recover.send': [notBlocked],
    'recover.verify': [notBlocked],
    'recover.password': [notBlocked],
    'chat.config': [flood(600, MINUTE, address)],
    'chat.history': [flood(6_000, MINUTE, address), flood(300, MINUTE, senderOf)],
    'chat.send': [flood(15 * chatMessages, MESSAGE_TIME, address)],
    'chat.read': [flood(6_000, MINUTE, address), flood(120, MINUTE, senderOf)],
  }
}
