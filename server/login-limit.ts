import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import * as v from 'valibot'
import { plainDigits } from '#contract/money.ts'
import { Refusal } from './refusal.ts'

const WINDOW = 15 * 60_000
const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const Named = v.object({ username: v.pipe(v.string(), v.maxLength(64), v.transform(plainDigits)) })

async function accountOf(c: Context): Promise<string> {
  const named = v.safeParse(Named, await c.req.json().catch(() => null))
  return named.success ? named.output.username : ''
}

/** Only the entry that our own proxy appended can be believed; a call inside the process has no socket. */
function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return forwarded ?? (c.env?.incoming ? getConnInfo(c).remote.address : undefined) ?? 'in-process'
}

/**
 * Refuses with REQUEST_LIMIT (429) after 10 wrong logins of one account or 100 from one address within 15 minutes
 * (assumed). Counts wrong credentials only, in this process only.
 */
export function loginLimits(trustProxy: boolean): MiddlewareHandler[] {
  const limit = (limit: number, keyGenerator: (c: Context) => string | Promise<string>) =>
    rateLimiter({
      windowMs: WINDOW,
      limit,
      keyGenerator,
      standardHeaders: false,
      skipSuccessfulRequests: true,
      requestWasSuccessful: (c) => c.res.status !== 401,
      handler: () => {
        throw new Refusal('REQUEST_LIMIT', 429)
      },
    })
  return [limit(PER_ADDRESS, (c) => addressOf(c, trustProxy)), limit(PER_ACCOUNT, accountOf)]
}
