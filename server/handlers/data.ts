import { eq } from 'drizzle-orm'
import { DATA_START, type dataCalls } from '#contract/data.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { isPart, OWN_PAGE, ownData, PARTS, type PartName } from '#server/domain/own-data.ts'
import { lockedMember } from '#server/domain/own-password.ts'
import { proving } from '#server/domain/step-up.ts'
import type { Handlers } from './handler.ts'

type Place = { part: PartName; after: number }

/** Returns the position after which a page starts. Throws NO_DATA if `cursor` does not come from {@link cursorTo}. */
function placeOf(cursor: string): Place {
  const [, part = '', after] = /^(\w+)\.(\d{1,15})$/.exec(cursor) ?? []
  if (!isPart(part)) throw new ApiError('NO_DATA', 404)
  return { part, after: Number(after) }
}
const cursorTo = ({ part, after }: Place) => `${part}.${after}`

/** Returns the position after a page, or null after the last page of the last part. */
function nextOf(part: PartName, page: readonly { at: number }[]): Place | null {
  const last = page.at(-1)
  if (last && page.length === OWN_PAGE) return { part, after: last.at }
  const next = PARTS[PARTS.indexOf(part) + 1]
  return next ? { part: next, after: 0 } : null
}

const repliedWith = (askedAt: Date | null) => ({ askedAt: askedAt?.toISOString() ?? null })

/** Stores when the member requested the erasure of their data, or null if they have withdrawn the request. */
const setAskedAt = ({ db, owner }: HandlerContext, erasureAskedAt: Date | null) =>
  db.update(members).set({ erasureAskedAt }).where(eq(members.id, owner))

/** The member's copy of their data, and their request to erase it. Source: R610, R615, R616, D-70. */
export const dataHandlers: Pick<Handlers, keyof typeof dataCalls> = {
  'data.page': async ({ after: cursor }, context) => {
    const { part, after } = cursor === DATA_START ? { part: PARTS[0], after: 0 } : placeOf(cursor)
    const page = await ownData[part](context, after)
    const next = nextOf(part, page)
    return { part, records: page.map(({ record }) => record), next: next && cursorTo(next) }
  },

  'data.erasure': async (_, { db, owner }) => {
    const [member] = await db.select({ at: members.erasureAskedAt }).from(members).where(eq(members.id, owner))
    return repliedWith(member?.at ?? null)
  },

  /**
   * The operator learns of the request only from the audit log. Nothing is erased automatically, because a person must
   * decide which data the law requires the site to keep.
   */
  'data.erase': {
    before: async ({ password }, outer) => {
      const proved = await proving(outer, { name: 'data.erase', input: {}, password, refused: 'erasure refused' })
      return async (context) => {
        const member = await lockedMember(context)
        await proved(context, member)
        if (member.erasureAskedAt) return repliedWith(member.erasureAskedAt)
        const askedAt = new Date(context.now())
        await setAskedAt(context, askedAt)
        await auditedOf(context, 'erasure asked')
        return repliedWith(askedAt)
      }
    },
  },

  'data.keep': async (_, context) => {
    const { erasureAskedAt } = await lockedMember(context)
    if (erasureAskedAt) {
      await setAskedAt(context, null)
      await auditedOf(context, 'erasure cancelled')
    }
    return repliedWith(null)
  },
}
