import pino from 'pino'
import { databaseError, rootOf } from './api-error.ts'

/** Writes a line of the log to stdout, without a buffer. */
export const output = { write: (line: string) => void process.stdout.write(line) }

/**
 * The log: one line of JSON per event. It contains no personal data, token, code or input: only names of our own, ids
 * of requests and operations, numbers. `main.ts` sets its level.
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

/** A name that holds no words: a code of a database or a system, or the class of an error. */
const NAME = /^\w{1,40}$/
/** A place in a source file, as a stack names it. */
const PLACE = /[\w@.+/-]+\.[cm]?[jt]s:\d+:\d+/

/** Returns the name of an error, and where it was thrown. Not its message, which may quote what a player sent. */
export function nameOf(error: unknown): { error: string; at?: string } {
  const root = rootOf(error)
  if (!(root instanceof Error)) return { error: 'unknown' }
  const frames = root.stack?.split(root.message).at(-1) ?? ''
  const at = PLACE.exec(frames)?.[0]
  const name = databaseError(root).code ?? root.name
  return { error: NAME.test(name) ? name : 'unknown', ...(at && { at }) }
}

/** Logs the failure of `what`; `more` adds identifying fields. */
export const logFailure = (what: string, error: unknown, more: Record<string, string> = {}) =>
  log.error({ ...more, ...nameOf(error) }, what)
