import type { Model, Path, Step } from './model.ts'
import { textsAlso } from './page-texts.ts'
import { arrivalOf, type Seen } from './seen.ts'
import { linesOf } from './words.ts'

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

/** The stories of a model; a story leaves out the steps with which an earlier one begins. */
export function storiesOf(model: Model, seen: Seen): string[] {
  const [names, told] = [Object.keys(model.config.stories ?? {}), model.stories()]
  const shown = (step: Step) => textsAlso(seen, [arrivalOf(model, step)])
  return names.flatMap((name, no) => {
    const path = told[no] ?? []
    const { at, same } = likest(path, told.slice(0, no))
    const lines = linesOf(path, shown).map((words, index) => `${index + 1}. ${words}`)
    const steps = same === 1 ? 'Step 1' : `Steps 1 to ${same}`
    const begins = same > 0 ? [`${steps} as in story ${at + 1}.`, ''] : []
    return ['', `## ${no + 1}. ${name}`, '', ...begins, ...lines.slice(same)]
  })
}
