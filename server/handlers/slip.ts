import { and, count, desc, eq, sql } from 'drizzle-orm'
import { SLIP_TYPES, type slipCalls, slipProblem, takesSlips } from '#contract/slip.ts'
import { ApiError } from '#server/core/api-error.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { fileAddresses } from '#server/domain/file-address.ts'
import { looksLike } from '#server/domain/file-looks.ts'
import { lockMembers } from '#server/domain/ledger.ts'
import { picturePath } from '#server/domain/pictures.ts'
import { fullUntil } from '#server/domain/within.ts'
import type { Handlers } from './handler.ts'

/** The maximum number of slips that a member may store per hour (assumed). */
const KEPT = { most: 20, within: 60 * 60_000 }

type SlipType = (typeof SLIP_TYPES)[number]
/**
 * Returns the type of the file. The media type, name and first bytes of the file must agree. Throws SLIP_INVALID_FILE
 * if they do not, if the type is not accepted, or if the file is too large.
 */
async function typeOf(file: File): Promise<SlipType> {
  const type = SLIP_TYPES.find((each) => each === file.type)
  if (!type || slipProblem(file) !== null || !(await looksLike(file, type))) throw new ApiError('SLIP_INVALID_FILE')
  return type
}

/** Bank transfer slips and the checker's verdicts. Source: R178–R179, R312, R336, R360–R361, R535, D-12. */
export const slipHandlers: Pick<Handlers, keyof typeof slipCalls> = {
  'lookup.slip': async (_, { settings }) => settings.slipHours,

  /** Throws REQUEST_LIMIT (429) after 20 slips within an hour. */
  'wallet.slip': async ({ file }, { db, owner, now, settings, keep }) => {
    const at = now()
    if (!takesSlips(settings.slipHours, at)) throw new ApiError('SLIP_UPLOAD_FAIL', 403)
    const type = await typeOf(file)
    // Locks the member, so that concurrent slips are counted one after the other.
    await lockMembers(db, [owner])
    const until = await fullUntil(db, slips.createdAt, eq(slips.memberId, owner), KEPT, at)
    if (until !== null) throw new ApiError('REQUEST_LIMIT', 429, { until })
    await db
      .insert(slips)
      .values({ memberId: owner, file: await keep(), type, status: 'PENDING', createdAt: new Date(at) })
    return {}
  },

  /**
   * A slip that the checker has not settled yet has a link to its image. A settled slip has a reference instead, with
   * which the client can request the image. A slip whose image has been deleted has neither (assumed).
   */
  'statement.slips': async ({ page, limit }, context) => {
    const { db, owner } = context
    const own = eq(slips.memberId, owner)
    const rows = db
      .select()
      .from(slips)
      .where(own)
      .orderBy(desc(slips.createdAt), desc(slips.id))
      .limit(limit)
      .offset((page - 1) * limit)
      .as('rows')
    const counted = db
      .select({ total: count().as('total') })
      .from(slips)
      .where(own)
      .as('counted')
    const found = await db.select().from(counted).leftJoin(rows, sql`true`).orderBy(desc(rows.createdAt), desc(rows.id))
    const { urlOf } = await fileAddresses(context)
    const pictureOf = ({ id, file, status }: typeof slips.$inferSelect) => {
      if (file === null) return {}
      return status === 'PENDING' ? { link: urlOf(picturePath(file)) } : { reference: id }
    }
    const shown = (slip: typeof slips.$inferSelect) => ({
      createdAt: slip.createdAt.toISOString(),
      amount: slip.amount,
      status: slip.status,
      note: slip.note,
      ...pictureOf(slip),
    })
    return {
      total: found[0]?.counted.total ?? 0,
      slips: found.flatMap(({ rows: slip }) => (slip ? [shown(slip)] : [])),
    }
  },

  /** Throws NO_DATA if the slip is unknown or belongs to another member, or if its image has been deleted. */
  'statement.reference': async ({ reference }, context) => {
    const { db, owner } = context
    const [slip] = await db
      .select({ file: slips.file })
      .from(slips)
      .where(and(eq(slips.id, reference), eq(slips.memberId, owner)))
    if (!slip?.file) throw new ApiError('NO_DATA', 404)
    const { urlOf } = await fileAddresses(context)
    return { url: urlOf(picturePath(slip.file)) }
  },
}
