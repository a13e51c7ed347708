import * as v from 'valibot'
import { read } from './call.ts'
import { orNull } from './field.ts'
import { LIMIT_KINDS, LIMIT_PERIODS } from './play-limit.ts'
import { rows } from './rows.ts'
import { PageInput, Total } from './statement.ts'
import { secret } from './text.ts'

/**
 * The kinds of account events. Kinds that end in `Refused` record attempts with a wrong or missing password or passkey.
 * `loginRefused` also covers a login to a closed account.
 */
export const EVENT_KINDS = [
  'register',
  'login',
  'loginRefused',
  'logout',
  'sessionsEnded',
  'password',
  'passwordRefused',
  'recovered',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyRefused',
  'payee',
  'payeeRefused',
  'break',
  'breakRefused',
  'limit',
  'limitsReviewed',
  'dataCopied',
  'erasureAsked',
  'erasureCancelled',
  'erasureRefused',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** One event of the member's account. Source: R647, R648. */
export const AccountEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(EVENT_KINDS),
  /** The time of the event, in ISO 8601. */
  at: v.string(),
  /**
   * The browser. Like `system` and `address`, it is null if unknown or if the event is so old that the backend has
   * deleted it.
   */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** The shortened IP address. */
  address: v.nullable(secret(v.string())),
  /** The limit that the member requested. Null for any other kind of event. */
  limit: v.nullable(v.object({ kind: v.picklist(LIMIT_KINDS), period: v.picklist(LIMIT_PERIODS) })),
})
export type AccountEvent = v.InferOutput<typeof AccountEvent>

/**
 * The events of the member's account, newest first. This call is not in the spec, so a backend may lack it (assumed).
 * Source: D-74.
 */
export const eventCalls = {
  'account.events': read(
    'POST /api/account/events',
    PageInput,
    v.object({ total: orNull(Total), events: rows(AccountEvent) }),
    { needs: 'events' },
  ),
}
