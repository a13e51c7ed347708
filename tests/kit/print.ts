import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toMermaid } from './mermaid.ts'
import { type Model, PATH_KINDS, type Path, type PathKind } from './model.ts'
import { loadModel, stems } from './models.ts'
import { toOverview } from './overview.ts'
import { toStately } from './stately.ts'
import { leavesOf, nameOf, settledStates } from './states.ts'
import { toTable, traced } from './trace.ts'
import { sizeOf, toJson, toMarkdown } from './words.ts'

const USAGE = `npm run paths                          lists the machines
npm run paths -- NAME                  prints the paths of one
  --to STATE                           only those to a state, up to there
  --kind edges|shortest|simple         every step once (edges), one to each situation, or all without a loop
  --json | --markdown                  the paths as data, or for people (markdown)
  --mermaid | --stately                the machine as Mermaid draws it, or to be pasted into Stately's editor
npm run paths -- --write               renews tests/paths/, tests/requirements.md and machines/README.md`

function fail(why: string): never {
  console.error(`${why}\n\n${USAGE}`)
  process.exit(1)
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        kind: { type: 'string', default: 'edges' },
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        mermaid: { type: 'boolean' },
        stately: { type: 'boolean' },
        write: { type: 'boolean' },
      },
    })
  } catch (error) {
    return fail((error as Error).message)
  }
}

/** The paths up to where they first come to a state, each once. */
function to(state: string, { config: { machine } }: Model, paths: Path[]): Path[] {
  const names = settledStates(machine).map(nameOf)
  if (!names.includes(state)) fail(`No state "${state}". There are: ${names.join(', ')}`)
  const ways = paths.flatMap((path) => {
    const end = path.findIndex((step) => leavesOf(step.state).map(nameOf).includes(state))
    return end < 0 ? [] : [path.slice(0, end + 1)]
  })
  return [...new Map(ways.map((way) => [way.map(({ words }) => words).join('\n'), way])).values()]
}

async function write() {
  const models = await Promise.all(stems.map(async (stem) => [stem, await loadModel(stem)] as const))
  for (const [stem, model] of models)
    writeFileSync(new URL(`../paths/${stem}.md`, import.meta.url), toMarkdown(stem, model, model.paths()))
  writeFileSync(new URL('../../machines/README.md', import.meta.url), toOverview(models))
  writeFileSync(new URL('../requirements.md', import.meta.url), toTable(traced()))
}

async function list() {
  for (const stem of stems) {
    const { config, paths } = await loadModel(stem)
    const { states, transitions, paths: count, steps } = sizeOf(config.machine, paths())
    console.log(`${stem.padEnd(16)} ${states} states, ${transitions} transitions, ${count} paths, ${steps} steps`)
  }
}

const { values, positionals } = options()
const [wanted] = positionals
const kind: PathKind =
  PATH_KINDS.find((each) => each === values.kind) ??
  fail(`No kind "${values.kind}". There are: ${PATH_KINDS.join(', ')}`)
if (values.write) await write()
else if (!wanted) await list()
else {
  if (!stems.includes(wanted)) fail(`No machine "${wanted}". There are: ${stems.join(', ')}`)
  const model = await loadModel(wanted)
  const paths = () => (values.to === undefined ? model.paths(kind) : to(values.to, model, model.paths(kind)))
  if (values.mermaid) console.log(toMermaid(model.config.machine))
  else if (values.stately) console.log(toStately(model.config.machine))
  else if (values.json) console.log(toJson(wanted, paths()))
  else console.log(toMarkdown(wanted, model, paths()))
}
