import { BulkheadRejectedError, TaskCancelledError } from 'cockatiel'
import * as v from 'valibot'
import { ERROR_CODES, SPIN_CODES, TOLD_CODES } from '#contract/codes.ts'

type Options = { message?: string; commits?: boolean }
type Status = (typeof REFUSAL_STATUSES)[number]
/** The refusal codes that handlers may send. The only other code, `gone`, is sent before any handler runs. */
export const REFUSAL_CODES = [...ERROR_CODES, ...SPIN_CODES, ...TOLD_CODES] as const
/** The HTTP statuses that a refusal may have. */
export const REFUSAL_STATUSES = [400, 401, 403, 404, 409, 410, 413, 429] as const

/**
 * An error that refuses a call with a code. Source: R388, D-30.
 *
 * The handler's transaction is rolled back, unless `commits` is true. `message` defaults to the code. `until` is when a
 * call refused with 429 is allowed again, in epoch ms.
 */
export class ApiError extends Error {
  readonly code: (typeof REFUSAL_CODES)[number] | 'gone'
  readonly status: Status
  readonly commits: boolean
  readonly until: number | undefined
  constructor(code: ApiError['code'], status: 429, options: Options & { until: number })
  constructor(code: ApiError['code'], status?: Exclude<Status, 429>, options?: Options)
  constructor(
    code: ApiError['code'],
    status: Status = 400,
    { message = code, commits = false, until }: Options & { until?: number } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.commits = commits
    this.until = until
  }
}

/** Returns a caught refusal as a value, and rethrows any other error. */
export const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  throw error
}

const Kept = v.object({
  code: v.picklist(REFUSAL_CODES),
  status: v.picklist(REFUSAL_STATUSES),
  message: v.string(),
  until: v.optional(v.number(), 0),
})
/** Returns the fields of a refusal that are stored. */
export const kept = ({ code, status, message, until }: ApiError) => ({ code, status, message, until })
/** Restores a refusal from its stored fields. */
export const keptRefusal = (reply: unknown): ApiError => {
  const { code, status, message, until } = v.parse(Kept, reply)
  return status === 429 ? new ApiError(code, status, { message, until }) : new ApiError(code, status, { message })
}

/**
 * Returns the innermost cause of an error. The errors that wrap it are not safe to log, because their messages quote
 * query parameters.
 */
export function rootOf(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause !== undefined) root = root.cause
  return root
}

/** Returns the code and the violated constraint of a database error, or an empty object for any other error. */
export function databaseError(error: unknown): { code?: string; constraint?: string } {
  const root = rootOf(error)
  if (!(root instanceof Error)) return {}
  return {
    ...('code' in root && typeof root.code === 'string' && { code: root.code }),
    ...('constraint' in root && typeof root.constraint === 'string' && { constraint: root.constraint }),
  }
}

/** The error codes from PostgreSQL or its connection that mean a timeout or an unavailable database. */
const BUSY = /^(08...|53...|57P0.|57014|55P03|25P03|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND)$/
/** The connection pool's messages when no connection was available in time. Such errors have no code. */
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|is not queryable/

/** True if the database or a provider is overloaded or unreachable, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const root = rootOf(error)
  if (root instanceof BulkheadRejectedError || root instanceof TaskCancelledError || root instanceof NotSent)
    return true
  return BUSY.test(databaseError(error).code ?? '') || (root instanceof Error && NO_CONNECTION.test(root.message))
}

/** Thrown if an order was not sent because its provider is failing or overloaded, so nothing was done. */
export class NotSent extends Error {}
