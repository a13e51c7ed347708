import pino from 'pino'
import { databaseError, rootOf } from './api-error.ts'

/** Writes log lines to stdout without buffering. */
export const output = { write: (line: string) => void process.stdout.write(line) }

/**
 * The log, with one JSON line per event. It contains only names from the code, ids of requests and operations, and
 * numbers. It never contains personal data, tokens, codes or input. `main.ts` sets its level.
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

/**
 * Matches an error code or the name of an error class. Does not match free text, which may contain a player's input.
 */
const NAME = /^\w{1,40}$/
/** Matches a position in a source file, as it appears in a stack trace. */
const PLACE = /[\w@.+/-]+\.[cm]?[jt]s:\d+:\d+/

/**
 * Returns the name of an error and the position in the source where it was thrown. Leaves out the message, which may
 * quote a player's input.
 */
export function nameOf(error: unknown): { error: string; at?: string } {
  const root = rootOf(error)
  if (!(root instanceof Error)) return { error: 'unknown' }
  const frames = root.stack?.split(root.message).at(-1) ?? ''
  const at = PLACE.exec(frames)?.[0]
  const name = databaseError(root).code ?? root.name
  return { error: NAME.test(name) ? name : 'unknown', ...(at && { at }) }
}

/** Logs that `what` failed. `more` contains additional fields for the log line. */
export const logFailure = (what: string, error: unknown, more: Record<string, string> = {}) =>
  log.error({ ...more, ...nameOf(error) }, what)
