import * as v from 'valibot'
import { PENDING_TIME } from '#contract/limits.ts'
import { StoredSatang } from '#contract/money.ts'
import { PENDING, tabNames } from './login-data.ts'
import { store, stored } from './storage.ts'
import { token } from './token.ts'

/**
 * The prefix shared by all tokens of the current or last member. It is kept because a reply can end the login and
 * remove the token.
 */
let handle = ''
/**
 * Returns the prefix of the storage keys for this member's data. The prefix keeps members apart: another member who
 * logs in here must not resend the data, but the same member finds it again. If the server's tokens have random
 * prefixes, the data is found only during the same login.
 */
function place() {
  handle = token()?.slice(0, 8) ?? handle
  return `${PENDING}${handle}.`
}

const Kept = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number(), attempt: v.looseObject({}) }))
/** Returns the data stored under `name`, however old, or null. */
function entry(name: string) {
  const data = v.safeParse(Kept, stored(place() + name, 'sessionStorage'))
  return data.success ? data.output : null
}
/** Returns the data stored under `name`, or null if it is missing or too old. */
function kept(name: string) {
  const data = entry(name)
  return data && Date.now() - data.at < PENDING_TIME ? data : null
}

/**
 * Stores the data of a confirmed change under `name` in this tab, until the change is answered or the player has seen
 * the outcome. If data with the same idempotency key is already stored, it keeps its original time, even if it is too old:
 * a page that is still open may check such a change again.
 */
export function storePending(name: string, attempt: object) {
  const before = entry(name)
  const isSame = 'key' in attempt && before?.attempt.key === attempt.key
  const at = before && isSame ? before.at : Date.now()
  return store(place() + name, JSON.stringify({ at, attempt }), 'sessionStorage')
}
/** Removes the data stored under `name`. */
export const clearPending = (name: string) => store(place() + name, null, 'sessionStorage')

/** The fields that every stored attempt has in addition to its input. */
const Terms = v.object({
  isRepeatable: v.optional(v.boolean(), true),
  before: v.nullish(
    v.object({ main: StoredSatang, games: v.nullable(StoredSatang), rows: v.nullable(v.number()) }),
    null,
  ),
})

/**
 * Returns the attempt stored under `name`, marked as in doubt. Returns null if there is none, if it is too old, or if
 * it does not match the schema `attempt`.
 */
export function pendingOf<S extends v.GenericSchema<unknown, object>>(name: string, attempt: S) {
  const all = kept(name)?.attempt
  const [found, terms] = [v.safeParse(attempt, all), v.safeParse(Terms, all)]
  return found.success && terms.success ? { ...found.output, ...terms.output, isInDoubt: true } : null
}

/** Returns the names under which this member's data is stored. */
export function pendingNames(): string[] {
  return tabNames()
    .filter((name) => name.startsWith(place()))
    .map((name) => name.slice(place().length))
    .filter((name) => kept(name) !== null)
}
