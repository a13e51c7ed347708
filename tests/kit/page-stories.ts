import type { Model, Path, Step } from './model.ts'
import { textsAlso } from './page-texts.ts'
import { arrivalOf, type Seen } from './seen.ts'
import { where } from './states.ts'

/** Returns the first of these paths that begins most like `path`, and how many of their steps are the same. */
function likest(path: Path, others: readonly Path[]) {
  const countSame = (other: Path) => {
    const at = path.findIndex((step, index) => step.words !== other[index]?.words)
    return at === -1 ? path.length : at
  }
  const counts = others.map(countSame)
  const most = Math.max(0, ...counts)
  return { at: counts.indexOf(most), same: most }
}

/** A step of a path in words: where it leads, unless the state stays, and the texts that it brings. */
function lineOf(path: Path, index: number, shown: (step: Step) => string): string {
  const [step, before] = [path[index], path[index - 1]]
  if (!step) return ''
  const to = where(step.state)
  const stays = before && where(before.state) === to
  const texts = before ? shown(step) : ''
  // the words of a step may have a colon
  return `${index + 1}. ${step.words}${stays ? '' : ` → **${to}**`}${texts && `${stays ? ' –' : ':'} ${texts}`}`
}

/** The stories of a model; a story leaves out the steps with which an earlier one begins. */
export function storiesOf(model: Model, seen: Seen): string[] {
  const [names, told] = [Object.keys(model.config.stories ?? {}), model.stories()]
  const shown = (step: Step) => textsAlso(seen, [arrivalOf(model, step)])
  return names.flatMap((name, no) => {
    const path = told[no] ?? []
    const { at, same } = likest(path, told.slice(0, no))
    const lines = path.map((_, index) => lineOf(path, index, shown))
    const steps = same === 1 ? 'Step 1' : `Steps 1–${same}`
    const begins = same > 0 ? [`${steps} of story ${at + 1}.`, ''] : []
    return ['', `## ${no + 1}. ${name}`, '', ...begins, ...lines.slice(same)]
  })
}
