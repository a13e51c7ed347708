import { and, desc, eq, sql } from 'drizzle-orm'
import type { AccountEvent, EventKind, eventCalls } from '#contract/account-events.ts'
import { LIMIT_KINDS, LIMIT_PERIODS } from '#contract/play-limit.ts'
import { type AUDITED, auditLog, eventOrigins, isOfAccount } from '#server/core/schema/audit-log.ts'
import type { Handlers } from './handler.ts'

type Audited = (typeof AUDITED)[number]
/** The events that a member sees, by their kind in the audit log. Money movements and suspensions are left out. */
const SHOWN: Record<Exclude<Audited, 'money' | 'hold'>, EventKind> = {
  register: 'register',
  login: 'login',
  'login refused': 'loginRefused',
  logout: 'logout',
  'sessions ended': 'sessionsEnded',
  password: 'password',
  'password refused': 'passwordRefused',
  recovered: 'recovered',
  'passkey added': 'passkeyAdded',
  'passkey removed': 'passkeyRemoved',
  'passkey refused': 'passkeyRefused',
  payee: 'payee',
  'payee refused': 'payeeRefused',
  break: 'break',
  'break refused': 'breakRefused',
  limit: 'limit',
  'limits reviewed': 'limitsReviewed',
  'data copied': 'dataCopied',
  'erasure asked': 'erasureAsked',
  'erasure cancelled': 'erasureCancelled',
  'erasure refused': 'erasureRefused',
}
const isShown = (kind: Audited): kind is keyof typeof SHOWN => Object.hasOwn(SHOWN, kind)

/** Returns the limit that `limits.set` wrote into the detail of an event, or null if the detail contains no limit. */
function limitIn(detail: string | null): AccountEvent['limit'] {
  const [kind, period] = (detail ?? '').split(' ')
  const [limit, length] = [LIMIT_KINDS.find((each) => each === kind), LIMIT_PERIODS.find((each) => each === period)]
  return limit && length ? { kind: limit, period: length } : null
}

/** The events of the member's own account. Source: R647, R648, D-74. */
export const eventHandlers: Pick<Handlers, keyof typeof eventCalls> = {
  'account.events': async ({ page, limit }, { db, owner }) => {
    const own = and(eq(auditLog.memberId, owner), isOfAccount(auditLog.kind), sql`${auditLog.kind} <> 'hold'`)
    const found = await db
      .select({ total: db.$count(auditLog, own), event: auditLog, origin: eventOrigins })
      .from(auditLog)
      .leftJoin(eventOrigins, eq(eventOrigins.eventId, auditLog.id))
      .where(own)
      .orderBy(desc(auditLog.memberId), desc(auditLog.id))
      .limit(limit)
      .offset((page - 1) * limit)
    return {
      total: found[0]?.total ?? null,
      events: found.flatMap(({ event: { id, kind, at, detail }, origin }) =>
        isShown(kind)
          ? [
              {
                ...{ id: String(id), kind: SHOWN[kind], at: at.toISOString() },
                ...{ browser: origin?.browser ?? null, system: origin?.system ?? null },
                ...{ address: origin?.address ?? null, limit: limitIn(detail) },
              },
            ]
          : [],
      ),
    }
  },
}
