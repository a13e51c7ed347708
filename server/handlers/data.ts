import { DATA_START, type dataCalls } from '#contract/data.ts'
import { ApiError } from '#server/core/api-error.ts'
import { isPart, OWN_PAGE, ownData, PARTS, type PartName } from '#server/domain/own-data.ts'
import type { Handlers } from './handler.ts'

type Place = { part: PartName; after: number }

/** The place that a page starts after. Refuses with NO_DATA what {@link cursorTo} does not return. */
function placeOf(cursor: string): Place {
  const [, part = '', after] = /^(\w+)\.(\d{1,15})$/.exec(cursor) ?? []
  if (!isPart(part)) throw new ApiError('NO_DATA', 404)
  return { part, after: Number(after) }
}
const cursorTo = ({ part, after }: Place) => `${part}.${after}`

/** The place after a page, or null after the last page of the last part. */
function nextOf(part: PartName, page: readonly { at: number }[]): Place | null {
  const last = page.at(-1)
  if (last && page.length === OWN_PAGE) return { part, after: last.at }
  const next = PARTS[PARTS.indexOf(part) + 1]
  return next ? { part: next, after: 0 } : null
}

/** The member's copy of their data. Source: R610, D-70. */
export const dataHandlers: Pick<Handlers, keyof typeof dataCalls> = {
  'data.page': async ({ after: cursor }, context) => {
    const { part, after } = cursor === DATA_START ? { part: PARTS[0], after: 0 } : placeOf(cursor)
    const page = await ownData[part](context, after)
    const next = nextOf(part, page)
    return { part, records: page.map(({ record }) => record), next: next && cursorTo(next) }
  },
}
