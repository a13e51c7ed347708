import * as v from 'valibot'
import { VISIT } from './login-data.ts'
import { store, stored } from './storage.ts'
import { loginId, token, tokenPlace } from './token.ts'

/** A visit ends when the member has had no page open for this long, ms (assumed). */
const PAUSE = 30 * 60_000
/** How often the time at which the page was last open is stored, ms. */
const STEP = 15_000

/** A visit of a member in this browser, in epoch ms: `seenAt` when a page was last open. Source: R592. */
const Visit = v.object({ startedAt: v.number(), remindedAt: v.number(), seenAt: v.number() })
type Visit = v.InferOutput<typeof Visit>
/** The value of `VISIT`: the prefix of the member's token, then the visit as JSON. */
const Kept = v.pipe(v.string(), v.parseJson(), Visit)
const handle = () => token()?.slice(0, 8) ?? ''

/** The visit as this page knows it, for browsers without storage; `of`: the login. */
let own: { of: string | null; visit: Visit } | null = null

/** The last visit in this login, as stored; all tabs share it. */
function lastVisit(): Visit | null {
  const [text, of] = [stored(VISIT, tokenPlace()) ?? '', handle()]
  const found = v.safeParse(Kept, text.startsWith(of) ? text.slice(of.length) : '')
  if (found.success) return found.output
  return own?.of === loginId() ? own.visit : null
}

function keep(visit: Visit): Visit {
  own = { of: loginId(), visit }
  store(VISIT, handle() + JSON.stringify(visit), tokenPlace())
  return visit
}

/** Returns the visit at `now`. Begins a new visit after a pause, and regularly stores that a page is open. */
export function visitAt(now: number): Visit {
  const visit = lastVisit()
  if (!visit || now - visit.seenAt >= PAUSE || now < visit.startedAt)
    return keep({ startedAt: now, remindedAt: now, seenAt: now })
  return now - visit.seenAt >= STEP ? keep({ ...visit, seenAt: now }) : visit
}

/** Stores that the member was reminded at `remindedAt`. */
export function storeReminded(remindedAt: number) {
  const visit = lastVisit()
  if (visit) keep({ ...visit, remindedAt })
}
