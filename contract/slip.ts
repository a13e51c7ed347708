import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { SLIP_REASONS } from './codes.ts'
import type { Conclusion } from './evidence.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'
import { PageInput, Total } from './statement.ts'
import { secret } from './text.ts'

/**
 * The daily hours in which slips are accepted, as `HH:mm` in Bangkok; `maxMinutes` after the transfer. Source: D-12.
 */
export const SlipHours = v.object({
  openTime: v.string(),
  closeTime: v.string(),
  timeZone: v.string(),
  maxMinutes: v.number(),
})
export type SlipHours = v.InferOutput<typeof SlipHours>

/** The maximum size of a slip, in bytes, and its accepted types. Source: D-12. */
export const SLIP_MAX_BYTES = 10 * 1024 * 1024
export const SLIP_TYPES = ['image/png', 'image/jpeg'] as const

const MINUTE = 60_000
/** Returns the minutes from midnight to `HH:mm`, or null if it is invalid. */
function minutesOf(time: string): number | null {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found && Number(found[1]) * 60 + Number(found[2])
}

/** True if slips are accepted at `now` (epoch ms); with invalid or equal hours, always. Source: R535, D-12. */
export function takesSlips({ openTime, closeTime }: SlipHours, now: number): boolean {
  const [open, close] = [minutesOf(openTime), minutesOf(closeTime)]
  if (open === null || close === null) return true
  const minute = Math.floor(now / MINUTE + 7 * 60) % (24 * 60)
  return open < close ? minute >= open && minute < close : minute >= open || minute < close
}

/** A chosen file's metadata; the file itself stays in its field. */
export const FileFacts = v.object({
  name: secret(v.string()),
  size: v.number(),
  type: v.string(),
  lastModified: v.number(),
})
export type FileFacts = v.InferOutput<typeof FileFacts>

/**
 * True if both seem to be the same picture, judged without reading them. Possibly only the end of the name of `one` is
 * known.
 */
export const isSameFile = (one: FileFacts, other: FileFacts): boolean =>
  other.name.endsWith(one.name) && one.size === other.size && one.lastModified === other.lastModified

/**
 * Returns 'type' if the file type is not accepted, 'size' if the file is too large, or null if it is valid. Source:
 * D-12.
 */
export function slipProblem({ name, size, type }: Omit<FileFacts, 'lastModified'>): 'type' | 'size' | null {
  if (!/\.(png|jpe?g)$/i.test(name) || !SLIP_TYPES.some((each) => each === type)) return 'type'
  return size > SLIP_MAX_BYTES ? 'size' : null
}

/** One slip; `note` is the checker's reason. Source: R178. */
export const Slip = v.object({
  createdAt: v.string(),
  amount: Baht,
  status: v.string(),
  note: v.nullish(v.string()),
  link: v.nullish(secret(v.string())),
  reference: v.nullish(v.string()),
})
export type Slip = v.InferOutput<typeof Slip>

/** Returns the checker's reason in a slip's note, or null if it has no known one. Source: R496. */
export const slipReason = (note: string | null | undefined) => SLIP_REASONS.find((reason) => reason === note) ?? null

/** The possible error of the browser's clock before a reply has set it. */
const CLOCK_DOUBT = 10 * MINUTE
/** The possible error of that clock once a reply has set it. */
const CLOCK_PRECISION = 2000
/** A slip's time in epoch ms; NaN without a time zone, because it cannot be compared. */
const timeOf = ({ createdAt }: Slip) => (/(Z|[+-]\d\d:?\d\d)$/.test(createdAt) ? Date.parse(createdAt) : Number.NaN)

/**
 * Returns the outcome that the newest slips suggest for a slip sent at `sentAt` (server time, epoch ms; 0 if unknown).
 */
export function slipConclusion(slips: readonly (Slip | null)[], sentAt: number): Conclusion {
  const times = slips.map((slip) => (slip ? timeOf(slip) : Number.NaN))
  if (sentAt === 0 || times.some(Number.isNaN)) return 'unclear'
  const [at, ...others] = times.filter((time) => time >= sentAt - CLOCK_DOUBT)
  if (at === undefined) return 'missing'
  const isSoonAfter = at >= sentAt - CLOCK_PRECISION && at <= sentAt + CLOCK_DOUBT
  return others.length === 0 && isSoonAfter ? 'done' : 'unclear'
}

export const slipCalls = {
  'lookup.slip': read('GET /api/lookup/slip', none, SlipHours),
  /**
   * A multipart form with a single field, `file`. Refused: SLIP_NO_FILE, SLIP_INVALID_FILE, SLIP_UPLOAD_FAIL (closed).
   * Source: R336.
   */
  'wallet.slip': change('POST /api/wallet/slip', v.strictObject({ file: v.file() }), done, { form: true }),
  /** `total` is additive (D-33). */
  'statement.slips': read(
    'POST /api/statement/slip',
    PageInput,
    v.object({ slips: rows(Slip), total: additive(Total) }),
  ),
  'statement.reference': read(
    'GET /api/statement/slip/reference/:reference',
    v.strictObject({ reference: v.pipe(v.string(), v.maxLength(100)) }),
    v.object({ url: secret(v.string()) }),
  ),
}
