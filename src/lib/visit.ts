import * as v from 'valibot'
import { store, stored } from './storage.ts'

const NAME = 'visit'
/** A visit ends when no page of the member has been open for this long, ms (assumed). */
const PAUSE = 30 * 60_000
/** How often the time at which the page was last open is stored, ms. */
const STEP = 15_000

/** A visit of a member in this browser, in epoch ms: `seenAt` when a page was last open. Source: R592. */
const Visit = v.object({ startedAt: v.number(), remindedAt: v.number(), seenAt: v.number() })
type Visit = v.InferOutput<typeof Visit>

/** The visit as this page knows it, for a browser that stores nothing. */
let own: Visit | null = null

/** The last visit: the stored one, which other tabs know too. */
function lastVisit(): Visit | null {
  try {
    const found = v.safeParse(Visit, JSON.parse(stored(NAME) ?? ''))
    return found.success ? found.output : own
  } catch {
    return own // nothing is stored, or another text than ours
  }
}

function keep(visit: Visit): Visit {
  own = visit
  store(NAME, JSON.stringify(visit))
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

/** Forgets the visit: the member has logged out. */
export function dropVisit() {
  own = null
  store(NAME, null)
}
