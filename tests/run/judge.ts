/** A stage fails when it takes longer than its budget times this factor. */
const TOLERANCE = 1.5
/**
 * A run fails when it takes longer than its promise times this factor. The factor is smaller than {@link TOLERANCE},
 * because the differences between stages even out.
 */
const TOTAL_TOLERANCE = 1.25

/**
 * A stage that has run. `budget` and `seconds` are not adjusted to the machine's speed. `factor`: how slow this machine
 * is, see speed.ts. `isBusy`: something else kept the machine busy before, during or after the stage.
 */
export type Timed = { name: string; budget: number; seconds: number; factor: number; isBusy: boolean }

/** A note about a stage or run that took too long. `isFailure` is false if a busy machine explains the delay. */
export type Verdict = { note: string; isFailure: boolean }

const tookOf = (name: string, seconds: number, limit: number) =>
  `${name} took ${seconds.toFixed(0)} s, and may take ${limit.toFixed(0)} s here`
const overBudget = (words: string): Verdict => ({ note: `OVER BUDGET ${words}`, isFailure: true })
const slow = (words: string, during: string): Verdict => ({
  note: `SLOW ${words}, but something else kept this machine busy during ${during}`,
  isFailure: false,
})

/** Judges the duration of one stage. Returns null if it is within the budget plus tolerance. */
export function judgeStage({ name, budget, seconds, factor, isBusy }: Timed): Verdict | null {
  const limit = budget * TOLERANCE * factor
  if (seconds <= limit) return null
  const words = tookOf(name, seconds, limit)
  return isBusy ? slow(words, 'it') : overBudget(words)
}

/**
 * Judges the total duration of all stages. Returns null if it is within the promise plus tolerance. The run fails only
 * if the total is still too long when each stage that ran on a busy machine counts for at most its budget.
 */
export function judgeTotal(stages: readonly Timed[], promise: number): Verdict | null {
  const limit = promise * TOTAL_TOLERANCE * Math.max(0, ...stages.map(({ factor }) => factor))
  const sum = (of: (stage: Timed) => number) => stages.reduce((total, stage) => total + of(stage), 0)
  const total = sum(({ seconds }) => seconds)
  if (total <= limit) return null
  const words = tookOf('the whole run', total, limit)
  const undisturbed = sum(({ budget, seconds, factor, isBusy }) =>
    isBusy ? Math.min(seconds, budget * factor) : seconds,
  )
  if (undisturbed > limit) return overBudget(words)
  const busy = stages.filter(({ isBusy }) => isBusy)
  return slow(words, busy.map(({ name }) => name).join(', '))
}

/** Returns the last line of a run's output. `promise`: the limit of the whole run, in seconds. */
export const lastLine = (passed: number, failed: number, seconds: number, promise: number): string =>
  `${passed} passed, ${failed} failed; the whole run took ${seconds.toFixed(0)} s, and its limit is ${promise} s`
