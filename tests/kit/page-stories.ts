import type { Outcome } from '#machines/lib/attempt.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import type { Model, Path, Step } from './model.ts'
import { seenOf } from './models.ts'
import { quoted, textsAlso } from './page-texts.ts'
import { arrivalOf, type Seen, textsAfter } from './seen.ts'
import { where } from './states.ts'

/** The rest of each `attempt` story, from the step in which the player checks again. */
const checks = attempt.stories().flatMap((path) => {
  const at = path.findIndex(({ event }) => event.type === 'attempt.check')
  return at === -1 ? [] : [path.slice(at)]
})

/**
 * The steps inside an attempt that received no reply, until the attempt ends with the given outcome. Throws if no story
 * contains such steps.
 */
function stepsInside({ status }: Outcome<unknown>): Path {
  const steps = checks.find((path) => path.at(-1)?.state.value === status)
  if (!steps) throw new Error(`no story of the attempt checks again and ends as "${status}"`)
  return steps
}

/**
 * Describes a step inside an attempt. Leaves out the texts of busy buttons, because this attempt's owner labels its
 * button differently.
 */
function lineInside(step: Step): string {
  const texts = textsAfter(seenOf('attempt'), arrivalOf(attempt, step)).filter((text) => !text.endsWith('(off)'))
  return `${step.words}${texts.length > 0 ? ` – ${quoted(texts)}` : ''}`
}

/** Describes a step of a path: the state it leads to, if the state changes, and the texts it adds. */
function lineOf({ words, state }: Step, before: Step | undefined, texts: string): string {
  const to = where(state)
  const stays = before && where(before.state) === to
  // Uses a dash after a step without an arrow, because the step's sentence may contain a colon.
  return `${words}${stays ? '' : ` → **${to}**`}${texts && `${stays ? ' –' : ':'} ${texts}`}`
}

/** Describes the steps of a path, including the steps inside an attempt whose call received no reply. */
function linesOf(path: Path, shown: (step: Step) => string): string[] {
  return path.flatMap((step, index) => {
    const before = path[index - 1]
    const isAfterDoubt = before?.event.type === 'attempt.unknown' && step.event.type === 'xstate.done.actor.attempt'
    const inside = isAfterDoubt ? stepsInside((step.event as unknown as { output: Outcome<unknown> }).output) : []
    return [...inside.map(lineInside), lineOf(step, before, before ? shown(step) : '')]
  })
}

/** Returns the index of the list that shares the longest beginning with `lines`, and the number of shared lines. */
function likest(lines: readonly string[], others: readonly (readonly string[])[]) {
  const countSame = (other: readonly string[]) => {
    const at = lines.findIndex((line, index) => line !== other[index])
    return at === -1 ? lines.length : at
  }
  const counts = others.map(countSame)
  const most = Math.max(0, ...counts)
  return { at: counts.indexOf(most), same: most }
}

/** The stories of a model. A story leaves out the first steps that it shares with an earlier story. */
export function storiesOf(model: Model, seen: Seen): string[] {
  const shown = (step: Step) => textsAlso(seen, [arrivalOf(model, step)])
  const told = model.stories().map((path) => linesOf(path, shown))
  return Object.keys(model.config.stories ?? {}).flatMap((name, no) => {
    const lines = told[no] ?? []
    const { at, same } = likest(lines, told.slice(0, no))
    const steps = same === 1 ? 'Step 1' : `Steps 1–${same}`
    const begins = same > 0 ? [`${steps} of story ${at + 1}.`, ''] : []
    const rest = lines.slice(same).map((line, index) => `${same + index + 1}. ${line}`)
    return ['', `## ${no + 1}. ${name}`, '', ...begins, ...rest]
  })
}
