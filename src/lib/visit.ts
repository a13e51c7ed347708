import * as v from 'valibot'
import { store, stored } from './storage.ts'
import { token, tokenPlace } from './token.ts'

/** The end of the token, then the visit as JSON: another login begins another visit, also one of the same member. */
const NAME = 'visit'
/** A visit ends when no page of the member has been open for this long, ms (assumed). */
const PAUSE = 30 * 60_000
/** How often the time at which the page was last open is stored, ms. */
const STEP = 15_000

/** A visit of a member in this browser, in epoch ms: `seenAt` when a page was last open. Source: R592. */
const Visit = v.object({ startedAt: v.number(), remindedAt: v.number(), seenAt: v.number() })
type Visit = v.InferOutput<typeof Visit>
const Kept = v.pipe(v.string(), v.parseJson(), Visit)
const handle = () => token()?.slice(-8) ?? ''

/** The visit as this page knows it, for a browser that stores nothing. */
let own: { of: string; visit: Visit } | null = null

/** The last visit of this login: the stored one, which other tabs know too. */
function lastVisit(): Visit | null {
  const [text, of] = [stored(NAME, tokenPlace()) ?? '', handle()]
  const found = v.safeParse(Kept, text.startsWith(of) ? text.slice(of.length) : '')
  if (found.success) return found.output
  return own?.of === of ? own.visit : null
}

function keep(visit: Visit): Visit {
  own = { of: handle(), visit }
  store(NAME, handle() + JSON.stringify(visit), tokenPlace())
  return visit
}

/** The visit that goes on at `now`, or begins. */
export function visitAt(now: number): Visit {
  const visit = lastVisit()
  if (!visit || now - visit.seenAt >= PAUSE || now < visit.startedAt)
    return keep({ startedAt: now, remindedAt: now, seenAt: now })
  return now - visit.seenAt >= STEP ? keep({ ...visit, seenAt: now }) : visit
}

/** Stores that the member was reminded at `remindedAt`. */
export function keepReminded(remindedAt: number) {
  const visit = lastVisit()
  if (visit) keep({ ...visit, remindedAt })
}
