import type { ErrorCode } from '#contract/codes.ts'

/** A call refused with a code of the catalogue and, where it differs, a message. Source: SPEC §8, D-30. */
export class Refusal extends Error {
  readonly code: ErrorCode | 'gone'
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429
  constructor(code: Refusal['code'], status: Refusal['status'] = 400, message: string = code) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** What the database said, below the layers that carry it; empty when it was not the database. */
export function databaseError(error: unknown): { code?: string; constraint?: string } {
  let cause = error
  while (cause instanceof Error) {
    if ('code' in cause && typeof cause.code === 'string')
      return {
        code: cause.code,
        ...('constraint' in cause && typeof cause.constraint === 'string' && { constraint: cause.constraint }),
      }
    cause = cause.cause
  }
  return {}
}
