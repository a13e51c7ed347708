import * as v from 'valibot'
import { PENDING_TIME } from '#contract/limits.ts'
import { pendingPlace } from './pending-names.ts'
import { store, stored } from './storage.ts'

/** Keeps in this tab what was confirmed under `name` and is not answered yet: an attempt with its key. */
export const keepPending = (name: string, attempt: object) =>
  store(pendingPlace() + name, JSON.stringify({ at: Date.now(), attempt }), 'sessionStorage')
/** Forgets it. */
export const dropPending = (name: string) => store(pendingPlace() + name, null, 'sessionStorage')

/** What is kept under `name`; null when nothing is, or nothing of the shape of `attempt`, or for too long. */
export function pendingOf<S extends v.GenericSchema>(name: string, attempt: S): v.InferOutput<S> | null {
  const kept = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number(), attempt }))
  const found = v.safeParse(kept, stored(pendingPlace() + name, 'sessionStorage'))
  if (!found.success) return null
  const { at, attempt: output } = found.output as { at: number; attempt: v.InferOutput<S> }
  return Date.now() - at < PENDING_TIME ? output : null
}
