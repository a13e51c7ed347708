import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { none } from './lookup.ts'
import { rows } from './rows.ts'
import { secret } from './text.ts'

/**
 * One open session of the member. `browser`, `system` and the shortened `address` are null if unknown. `isCurrent` is
 * true for the session that makes the request. Times are in ISO 8601. Source: D-58.
 */
export const OpenSession = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  address: v.nullable(secret(v.string())),
  openedAt: v.string(),
  seenAt: v.string(),
  isCurrent: v.boolean(),
})
export type OpenSession = v.InferOutput<typeof OpenSession>

/** The member's open sessions. These calls are not in the spec, so a backend may lack them (assumed). Source: D-58. */
export const sessionCalls = {
  'session.list': read('GET /api/account/sessions', none, v.object({ sessions: rows(OpenSession) }), {
    needs: 'sessions',
  }),
  'session.end': change(
    'DELETE /api/account/sessions/:id',
    v.strictObject({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
    done,
    { needs: 'sessions', repeatable: true },
  ),
  /** Ends all of the member's sessions except the one that makes the request. */
  'session.endOthers': change('DELETE /api/account/sessions', none, done, {
    needs: 'sessions',
    repeatable: true,
  }),
}
