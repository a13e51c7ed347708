import * as v from 'valibot'
import { change, read } from './call.ts'
import { Position } from './care.ts'

/** A minute in ms. */
export const MINUTE = 60_000

/** How often a member may be reminded of the time, in minutes. Source: R590. */
export const CHECK_MINUTES = [30, 60, 120] as const
export type CheckMinutes = (typeof CHECK_MINUTES)[number]

/** How often the member is reminded; null: not at all. */
const Minutes = v.nullable(v.picklist(CHECK_MINUTES))

/** Parses `TIME_CHECK_HEADER` of `notices.ts`; null: no reminders, or an unknown number. */
export const minutesIn = (header: string): CheckMinutes | null =>
  CHECK_MINUTES.find((minutes) => String(minutes) === header) ?? null

/** Reminders of the time, with what was won and lost since. Not in the spec: a backend may lack them (assumed). Source: D-65. */
export const timeCheckCalls = {
  'timeCheck.set': change(
    'POST /api/time-check',
    v.strictObject({ minutes: Minutes }),
    v.object({ minutes: Minutes }),
    {
      needs: 'timeCheck',
      repeatable: true,
    },
  ),
  /** The member's money moved since `since`, epoch ms in digits. */
  'timeCheck.visit': read(
    'GET /api/time-check/:since',
    v.strictObject({ since: v.pipe(v.string(), v.digits(), v.maxLength(13)) }),
    Position,
    { needs: 'timeCheck' },
  ),
}
