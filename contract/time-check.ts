import * as v from 'valibot'
import { change, read } from './call.ts'
import { Position } from './care.ts'

/** A minute in ms. */
export const MINUTE = 60_000

/** The intervals at which a member can choose to be reminded of the time, in minutes. Source: R590. */
export const CHECK_MINUTES = [30, 60, 120] as const
export type CheckMinutes = (typeof CHECK_MINUTES)[number]

/** The interval between reminders, in minutes, or null for no reminders. */
const Minutes = v.nullable(v.picklist(CHECK_MINUTES))

/**
 * Returns the interval in `TIME_CHECK_HEADER` (`notices.ts`), or null if the number is unknown or means no reminders.
 */
export const minutesIn = (header: string): CheckMinutes | null =>
  CHECK_MINUTES.find((minutes) => String(minutes) === header) ?? null

/**
 * Reminders of the time, with the winnings and losses of the visit. These calls are not in the spec, so a backend may
 * lack them (assumed). Source: D-65.
 */
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
  /** Returns the member's totals from the time `since` (epoch ms, as digits) until now. */
  'timeCheck.visit': read(
    'GET /api/time-check/:since',
    v.strictObject({ since: v.pipe(v.string(), v.digits(), v.maxLength(13)) }),
    Position,
    { needs: 'timeCheck' },
  ),
}
