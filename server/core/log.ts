import pino from 'pino'
import { databaseError, rootOf } from './api-error.ts'

/** Writes log lines to stdout, unbuffered. */
export const output = { write: (line: string) => void process.stdout.write(line) }

/**
 * The log: one JSON line per event. It contains no personal data, token, code or input: only our own names, request and
 * operation ids, and numbers. `main.ts` sets its level.
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

/** A name without free text: a database or system error code, or an error class. */
const NAME = /^\w{1,40}$/
/** A position in a source file, as it appears in a stack trace. */
const PLACE = /[\w@.+/-]+\.[cm]?[jt]s:\d+:\d+/

/** Returns the name of an error and where it was thrown, but not its message, which may quote a player's input. */
export function nameOf(error: unknown): { error: string; at?: string } {
  const root = rootOf(error)
  if (!(root instanceof Error)) return { error: 'unknown' }
  const frames = root.stack?.split(root.message).at(-1) ?? ''
  const at = PLACE.exec(frames)?.[0]
  const name = databaseError(root).code ?? root.name
  return { error: NAME.test(name) ? name : 'unknown', ...(at && { at }) }
}

/** Logs that `what` failed; `more` adds identifying fields. */
export const logFailure = (what: string, error: unknown, more: Record<string, string> = {}) =>
  log.error({ ...more, ...nameOf(error) }, what)
