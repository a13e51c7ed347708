import * as v from 'valibot'
import { change, read } from './call.ts'
import { none } from './lookup.ts'
import { secret, text } from './text.ts'

/** The value of `after` that requests the first {@link DataPage}. */
export const DATA_START = 'start'

/**
 * One page of the data that the backend stores about the member. `part` is the kind of `records`, such as `statement`.
 * The fields of a record differ between backends. Amounts are in baht and times in ISO 8601. `next` is the value of
 * `after` that requests the next page, or null on the last page. Source: R610, D-70.
 */
export const DataPage = v.object({
  part: v.pipe(v.string(), v.minLength(1)),
  records: secret(v.array(v.record(v.string(), v.unknown()))),
  next: v.nullable(v.pipe(v.string(), v.minLength(1))),
})
export type DataPage = v.InferOutput<typeof DataPage>

/** Returns the records of all pages, grouped by part. */
export function partsOf(pages: readonly DataPage[]): Record<string, DataPage['records']> {
  const names = [...new Set(pages.map(({ part }) => part))]
  return Object.fromEntries(
    names.map((name) => [name, pages.filter(({ part }) => part === name).flatMap(({ records }) => records)]),
  )
}

/**
 * `askedAt` is the time at which the member requested the erasure of their data (ISO 8601), or null if there is no
 * request. Source: R615.
 */
export const Erasure = v.object({ askedAt: v.nullable(v.string()) })
export type Erasure = v.InferOutput<typeof Erasure>

/**
 * Calls that return a copy of the member's data, and that request or cancel its erasure. They are not in the spec, so a
 * backend may lack them (assumed). Source: D-70.
 */
export const dataCalls = {
  'data.page': read(
    'GET /api/data/pages/:after',
    v.strictObject({ after: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
    DataPage,
    { needs: 'data' },
  ),
  'data.erasure': read('GET /api/data/erasure', none, Erasure, { needs: 'data' }),
  /**
   * Requests the erasure of the member's data. The call itself erases nothing. A repeated request keeps the time of the
   * first request. Requires the member's current `password` or a passkey, and is otherwise refused with WRONG_PASSWORD.
   */
  'data.erase': change('POST /api/data/erasure', v.strictObject({ password: secret(text(256)) }), Erasure, {
    needs: 'data',
    repeatable: true,
  }),
  /** Cancels the erasure request. */
  'data.keep': change('DELETE /api/data/erasure', none, Erasure, { needs: 'data', repeatable: true }),
}
