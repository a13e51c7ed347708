import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toMermaid } from './mermaid.ts'
import { type Model, PATH_KINDS, type Path, type PathKind } from './model.ts'
import { loadModel, stems } from './models.ts'
import { toOverview } from './overview.ts'
import { Coverage, runOnActor } from './run.ts'
import { toStately } from './stately.ts'
import { leavesOf, nameOf, settledStates } from './states.ts'
import { toTable, traced } from './trace.ts'
import { sizeOf, toJson, toMarkdown } from './words.ts'

const USAGE = `npm run paths                          lists the machines
npm run paths -- NAME                  prints the paths of one
  --to STATE                           only those to a state, up to there
  --kind edges|shortest|simple         every step once (edges), one to each situation, or all without a loop
  --json | --markdown                  the paths as data, or for people (markdown)
  --run                                runs them on the bare machine, and says which went where they should
  --mermaid | --stately                the machine as Mermaid draws it, or to be pasted into Stately's editor
npm run paths -- --coverage            runs all paths; what states, transitions and answers of guards they see
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
        run: { type: 'boolean' },
        coverage: { type: 'boolean' },
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

/** Runs paths on the bare machine; one that goes elsewhere fails, with the steps up to there. */
async function run(model: Model, paths: Path[]) {
  let failed = 0
  for (const [at, path] of paths.entries())
    try {
      await runOnActor(model, path, new Coverage(model.config.machine))
      console.log(`ok ${at + 1}  ${path.map(({ words }) => words).join(' → ')}`)
    } catch (error) {
      failed++
      console.log(`FAILED ${at + 1}  ${path.map(({ words }) => words).join(' → ')}\n  ${(error as Error).message}`)
    }
  console.log(`${paths.length - failed} of ${paths.length} paths went where they should`)
  if (failed > 0) process.exitCode = 1
}

/** Runs every path of every machine on the bare machine and prints what they see; what they miss fails. */
async function cover() {
  const share = ({ all, missing }: { all: number; missing: string[] }) => `${all - missing.length}/${all}`.padStart(8)
  console.log(`${'machine'.padEnd(16)}  states transitions guards`)
  for (const stem of stems) {
    const model = await loadModel(stem)
    const coverage = new Coverage(model.config.machine)
    for (const path of model.paths()) await runOnActor(model, path, coverage)
    const { states, transitions, guards } = coverage.report()
    console.log(`${stem.padEnd(16)}${share(states)}    ${share(transitions)}${share(guards)}`)
    for (const missing of [states, transitions, guards].flatMap((part) => part.missing)) {
      console.log(`  missing: ${missing}`)
      process.exitCode = 1
    }
  }
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
else if (values.coverage) await cover()
else if (!wanted) await list()
else {
  if (!stems.includes(wanted)) fail(`No machine "${wanted}". There are: ${stems.join(', ')}`)
  const model = await loadModel(wanted)
  const paths = () => (values.to === undefined ? model.paths(kind) : to(values.to, model, model.paths(kind)))
  if (values.mermaid) console.log(toMermaid(model.config.machine))
  else if (values.stately) console.log(toStately(model.config.machine))
  else if (values.run) await run(model, paths())
  else if (values.json) console.log(toJson(wanted, paths()))
  else console.log(toMarkdown(wanted, model, paths()))
}
