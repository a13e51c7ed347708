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
 * The hours of the day in which slips are accepted, as `HH:mm` in Bangkok. A slip is accepted up to `maxMinutes` after
 * its transfer. Source: D-12.
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
/** Returns the number of minutes from midnight to `time` (`HH:mm`), or null if `time` is invalid. */
function minutesOf(time: string): number | null {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found && Number(found[1]) * 60 + Number(found[2])
}

/**
 * True if slips are accepted at `now` (epoch ms). If the hours are invalid or equal, slips are always accepted.
 * Source: R535, D-12.
 */
export function takesSlips({ openTime, closeTime }: SlipHours, now: number): boolean {
  const [open, close] = [minutesOf(openTime), minutesOf(closeTime)]
  if (open === null || close === null) return true
  const minute = Math.floor(now / MINUTE + 7 * 60) % (24 * 60)
  return open < close ? minute >= open && minute < close : minute >= open || minute < close
}

/** The metadata of the chosen file. The file itself stays in its input field. */
export const FileFacts = v.object({
  name: secret(v.string()),
  size: v.number(),
  type: v.string(),
  lastModified: v.number(),
})
export type FileFacts = v.InferOutput<typeof FileFacts>

/**
 * True if both files are probably the same picture, judged by their metadata. `one.name` may be only the end of the
 * file's name.
 */
export const isSameFile = (one: FileFacts, other: FileFacts): boolean =>
  other.name.endsWith(one.name) && one.size === other.size && one.lastModified === other.lastModified

/**
 * Returns 'type' if the file's type or extension is not accepted, 'size' if the file is too large, or null if it is
 * valid. Source: D-12.
 */
export function slipProblem({ name, size, type }: Omit<FileFacts, 'lastModified'>): 'type' | 'size' | null {
  if (!/\.(png|jpe?g)$/i.test(name) || !SLIP_TYPES.some((each) => each === type)) return 'type'
  return size > SLIP_MAX_BYTES ? 'size' : null
}

/** One slip. `note` is the reason that the checker gave. Source: R178. */
export const Slip = v.object({
  createdAt: v.string(),
  amount: Baht,
  status: v.string(),
  note: v.nullish(v.string()),
  link: v.nullish(secret(v.string())),
  reference: v.nullish(v.string()),
})
export type Slip = v.InferOutput<typeof Slip>

/** Returns the checker's reason in the note of a slip, or null if the note contains no known reason. Source: R496. */
export const slipReason = (note: string | null | undefined) => SLIP_REASONS.find((reason) => reason === note) ?? null

/** How wrong the browser's clock may be before a reply has corrected it, in ms. */
const CLOCK_DOUBT = 10 * MINUTE
/** How wrong the browser's clock may be once a reply has corrected it, in ms. */
const CLOCK_PRECISION = 2000
/** Returns the time of a slip in epoch ms, or NaN if the time has no zone and therefore cannot be compared. */
const timeOf = ({ createdAt }: Slip) => (/(Z|[+-]\d\d:?\d\d)$/.test(createdAt) ? Date.parse(createdAt) : Number.NaN)

/**
 * Returns the outcome that the newest slips suggest for a slip sent at `sentAt` (epoch ms by the server's clock, or 0
 * if unknown).
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
   * Sends a multipart form with the single field `file`. Refused with SLIP_NO_FILE, SLIP_INVALID_FILE, or
   * SLIP_UPLOAD_FAIL if no slips are accepted now. Source: R336.
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
