import * as v from 'valibot'
import { VISIT } from './login-data.ts'
import { store, stored } from './storage.ts'
import { loginId, token, tokenPlace } from './token.ts'

/** A visit ends once the member has had no page open for this long, in ms (assumed). */
const PAUSE = 30 * 60_000
/** The interval at which an open page updates `seenAt`, in ms. */
const STEP = 15_000

/** A member's visit in this browser; all times are in epoch ms. `seenAt` is when a page was last open. Source: R592. */
const Visit = v.object({ startedAt: v.number(), remindedAt: v.number(), seenAt: v.number() })
type Visit = v.InferOutput<typeof Visit>
/** The stored visit, as JSON. In storage, the first characters of the member's token precede it. */
const Kept = v.pipe(v.string(), v.parseJson(), Visit)
const handle = () => token()?.slice(0, 8) ?? ''

/** The visit known to this page, for browsers without storage. `of` is the login that it belongs to. */
let own: { of: string | null; visit: Visit } | null = null

/**
 * Returns the visit of this login. It is stored next to the token, so that all tabs share it after a permanent login.
 */
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

/** Returns the visit at `now`. Begins a new visit after a pause; otherwise updates `seenAt` at regular intervals. */
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
