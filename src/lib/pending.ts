import * as v from 'valibot'
import { PENDING_TIME } from '#contract/limits.ts'
import { StoredSatang } from '#contract/money.ts'
import { PENDING, tabNames } from './login-data.ts'
import { store, stored } from './storage.ts'
import { token } from './token.ts'

/** The common prefix of the current or last member's tokens: an answer can end the login and remove its token. */
let handle = ''
/**
 * The storage prefix of this member's data: another member who logs in here must not resend it, and this member finds it
 * again. With a server whose tokens have random prefixes it lasts for one login.
 */
function place() {
  handle = token()?.slice(0, 8) ?? handle
  return `${PENDING}${handle}.`
}

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), attempt: v.looseObject({}) }),
  v.check(({ at }) => Date.now() - at < PENDING_TIME),
)
function kept(name: string) {
  const found = v.safeParse(Kept, stored(place() + name, 'sessionStorage'))
  return found.success ? found.output : null
}

/**
 * Stores the data of a confirmed change under `name` in this tab, until it is answered or seen. Data with the same key
 * keep the time at which they were first stored.
 */
export function storePending(name: string, attempt: object) {
  const before = kept(name)
  const isSame = 'key' in attempt && before?.attempt.key === attempt.key
  const at = before && isSame ? before.at : Date.now()
  return store(place() + name, JSON.stringify({ at, attempt }), 'sessionStorage')
}
/** Removes the data stored under `name`. */
export const clearPending = (name: string) => store(place() + name, null, 'sessionStorage')

/** Stored for every attempt along with its input. */
const Terms = v.object({
  isRepeatable: v.optional(v.boolean(), true),
  before: v.nullish(
    v.object({ main: StoredSatang, games: v.nullable(StoredSatang), rows: v.nullable(v.number()) }),
    null,
  ),
})

/**
 * Returns the attempt stored under `name`, now in doubt; null if there is none, it is too old, or does not match the
 * schema `attempt`.
 */
export function pendingOf<S extends v.GenericSchema<unknown, object>>(name: string, attempt: S) {
  const all = kept(name)?.attempt
  const [found, terms] = [v.safeParse(attempt, all), v.safeParse(Terms, all)]
  return found.success && terms.success ? { ...found.output, ...terms.output, isInDoubt: true } : null
}

/** The names of this member's stored data. */
export function pendingNames(): string[] {
  return tabNames()
    .filter((name) => name.startsWith(place()))
    .map((name) => name.slice(place().length))
    .filter((name) => kept(name) !== null)
}
