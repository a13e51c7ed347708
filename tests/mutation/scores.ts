import { readFileSync, writeFileSync } from 'node:fs'

/** An injected fault: its line, the change, and the outcome (a Stryker status). */
export type Judged = { file: string; line: number; words: string; status: string }
/**
 * The score of one file. `noticed`: how many of the `of` faults the tests notice. `missed`: each of the other faults
 * with the reason why no test notices it, or '' until somebody has reviewed it.
 */
export type Score = { noticed: number; of: number; missed: Record<string, string> }
/** Scores by file. */
export type Scores = Record<string, Score>

const FILE = 'tests/mutation/scores.json'
const NOTICED = ['Killed', 'Timeout', 'RuntimeError']
const MISSED = ['Survived', 'NoCoverage']
/** The separator between the quoted line and the change, in the key of a missed fault. */
const ARROW = ' ⇒ '

export const readScores = (): Scores => JSON.parse(readFileSync(FILE, 'utf8'))

/** Counts the outcomes per file. Ignores faults that were not run. */
export function scoresOf(judged: readonly Judged[]): Scores {
  const scores: Scores = {}
  for (const { file, line, words, status } of judged) {
    scores[file] ??= { noticed: 0, of: 0, missed: {} }
    const score = scores[file]
    const isMissed = MISSED.includes(status)
    if (!isMissed && !NOTICED.includes(status)) continue
    score.of += 1
    if (isMissed) score.missed[`${lineOf(file, line)}${ARROW}${words}`] = ''
    else score.noticed += 1
  }
  return scores
}
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
const lineOf = (file: string, line: number) => linesOf(file)[line - 1]

/** Returns the recorded missed faults whose quoted line is no longer in the file. */
export function staleIn(file: string, { missed }: Score): string[] {
  const lines = linesOf(file)
  return Object.keys(missed).filter((words) => !lines.includes(words.split(ARROW)[0] ?? ''))
}

/**
 * The share of faults that tests notice, from 0 to 1. It is 1 for a file without faults, so that the first missed fault
 * lowers it.
 */
const partOf = ({ noticed, of }: Score) => (of === 0 ? 1 : noticed / of)

/** One sentence for each file in which tests notice a smaller share of the faults than before. */
export const worse = (before: Scores, now: Scores): string[] =>
  Object.entries(now).flatMap(([file, score]) => {
    const old = before[file]
    if (!old || partOf(score) >= partOf(old)) return []
    const { noticed, of } = score
    return [`${file}: ${noticed} of ${of} faults are noticed; before, it was ${old.noticed} of ${old.of}`]
  })

/** Replaces the scores of the judged files. Faults that are still missed keep their reasons. */
export function writeScores(before: Scores, now: Scores) {
  const merged = { ...before }
  for (const [file, score] of Object.entries(now)) {
    const reasons = before[file]?.missed ?? {}
    const missed = Object.keys(score.missed).map((words) => [words, reasons[words] ?? ''])
    merged[file] = { ...score, missed: Object.fromEntries(missed) }
  }
  const sorted = Object.entries(merged).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
