import pino from 'pino'
import { databaseError, rootOf } from './api-error.ts'

/** Writes log lines to stdout without buffering. */
export const output = { write: (line: string) => void process.stdout.write(line) }

/**
 * The log, which has one JSON line per event. It contains no personal data, token, code or input, but only names from
 * the code, ids of requests and operations, and numbers. `main.ts` sets its level.
 */
export const log = pino(
  {
    level: 'error',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  output,
)

/** Matches a name without free text: an error code of the database or the system, or an error class. */
const NAME = /^\w{1,40}$/
/** Matches a position in a source file, as it appears in a stack trace. */
const PLACE = /[\w@.+/-]+\.[cm]?[jt]s:\d+:\d+/

/**
 * Returns the name of an error and the place where it was thrown. Leaves out its message, which may quote a player's
 * input.
 */
export function nameOf(error: unknown): { error: string; at?: string } {
  const root = rootOf(error)
  if (!(root instanceof Error)) return { error: 'unknown' }
  const frames = root.stack?.split(root.message).at(-1) ?? ''
  const at = PLACE.exec(frames)?.[0]
  const name = databaseError(root).code ?? root.name
  return { error: NAME.test(name) ? name : 'unknown', ...(at && { at }) }
}

/** Logs that `what` failed. `more` adds fields that identify it. */
export const logFailure = (what: string, error: unknown, more: Record<string, string> = {}) =>
  log.error({ ...more, ...nameOf(error) }, what)
