import * as v from 'valibot'
import { PENDING_TIME } from '#contract/limits.ts'
import { StoredSatang } from '#contract/money.ts'
import { store, stored } from './storage.ts'
import { token } from './token.ts'

/** What all tokens of the member begin with who is signed in, or was last: an answer may be that the login has ended. */
let handle = ''
/**
 * Before the names of what this member keeps: whoever else logs in here must not send it, and who comes back finds it. With
 * a server whose tokens begin at random it is kept for one login.
 */
function place() {
  handle = token()?.slice(0, 8) ?? handle
  return `pending.${handle}.`
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
 * Keeps in this tab what was confirmed under `name` and is not answered yet, or not seen: an attempt with its key stays as
 * old as when it was first kept.
 */
export function keepPending(name: string, attempt: object) {
  const before = kept(name)
  const isSame = 'key' in attempt && before?.attempt.key === attempt.key
  const at = before && isSame ? before.at : Date.now()
  return store(place() + name, JSON.stringify({ at, attempt }), 'sessionStorage')
}
/** Forgets it. */
export const dropPending = (name: string) => store(place() + name, null, 'sessionStorage')

/** Kept of every attempt beside its input. */
const Terms = v.object({
  isRepeatable: v.optional(v.boolean(), true),
  before: v.nullish(v.object({ main: StoredSatang, games: StoredSatang, rows: v.number() }), null),
})

/** What is kept under `name`, in doubt now; null when nothing is, or nothing of the shape of `attempt`, or for too long. */
export function pendingOf<S extends v.GenericSchema<unknown, object>>(name: string, attempt: S) {
  const all = kept(name)?.attempt
  const [found, terms] = [v.safeParse(attempt, all), v.safeParse(Terms, all)]
  return found.success && terms.success ? { ...found.output, ...terms.output, isInDoubt: true } : null
}

/** Names of what this member keeps. */
export function pendingNames(): string[] {
  try {
    return Object.keys(window.sessionStorage)
      .filter((name) => name.startsWith(place()))
      .map((name) => name.slice(place().length))
      .filter((name) => kept(name) !== null)
  } catch {
    return [] // storage is blocked: nothing is kept
  }
}
