import { readFileSync, writeFileSync } from 'node:fs'

/** A fault that was planted: the line it is in, what it does, and what became of it (a status of Stryker). */
export type Judged = { file: string; line: number; words: string; status: string }
/**
 * What the tests notice of the faults in one file: how many of how many, and each that they miss with the reason why they may
 * miss it. No reason: nobody has looked at it yet.
 */
export type Score = { noticed: number; of: number; missed: Record<string, string> }
/** Scores by file. */
export type Scores = Record<string, Score>

const FILE = 'tests/mutation/scores.json'
const NOTICED = ['Killed', 'Timeout', 'RuntimeError']
const MISSED = ['Survived', 'NoCoverage']

export const readScores = (): Scores => JSON.parse(readFileSync(FILE, 'utf8'))

/** Counts what became of the faults, file by file. Those that were not run count for nothing. */
export function scoresOf(judged: readonly Judged[]): Scores {
  const scores: Scores = {}
  for (const { file, line, words, status } of judged) {
    scores[file] ??= { noticed: 0, of: 0, missed: {} }
    const score = scores[file]
    const isMissed = MISSED.includes(status)
    if (!isMissed && !NOTICED.includes(status)) continue
    score.of += 1
    if (isMissed) score.missed[`${lineOf(file, line)} ⇒ ${words}`] = ''
    else score.noticed += 1
  }
  return scores
}
const lineOf = (file: string, line: number) => readFileSync(file, 'utf8').split('\n')[line - 1]?.trim()

/** The files in which the tests notice a smaller part of the faults than before, one sentence each. */
export const worse = (before: Scores, now: Scores): string[] =>
  Object.entries(now).flatMap(([file, { noticed, of }]) => {
    const old = before[file]
    if (!old || noticed * old.of >= old.noticed * of) return []
    return [`${file}: ${noticed} of ${of} faults are noticed; before, it was ${old.noticed} of ${old.of}`]
  })

/** Writes new scores over those of the same files; the reasons of faults that are still missed stay. */
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
