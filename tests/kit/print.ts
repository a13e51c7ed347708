import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type AskedStory, asking } from '../../e2e/paths/asked.ts'
import { FORMATS, toCases } from './cases.ts'
import { ALL, type Choice, chosenPaths } from './choose.ts'
import { Coverage } from './coverage.ts'
import { toMermaid } from './mermaid.ts'
import type { Model, Path } from './model.ts'
import { filesOf, loadModel, seenOf, stems, urlOf } from './models.ts'
import { oneOf } from './one-of.ts'
import { toOverview } from './overview.ts'
import { toPage } from './page.ts'
import { renewed } from './plain-requirements.ts'
import { changesOf, diffOf } from './reviewed.ts'
import { runOnActor } from './run.ts'
import { toStately } from './stately.ts'
import { sizeOf, toJson, toMarkdown } from './words.ts'

const USAGE = `npm run paths                          lists the machines
npm run paths -- NAME                  prints the paths of one
  --to STATE                           only those to a state, up to there
  --kind steps|edges|shortest|simple   every different step once (the default), every edge of the explored graph,
                                       one to each situation, or all without a loop
  --json                               the paths as data
  --markdown | --csv | --gherkin       the paths as test cases for a test management tool: each step with the data to
                                       enter, the state and, of the kind \`steps\`, the Thai texts to expect
  --path NUMBER                        one of them
  --story FILE                         replays a story that \`npm run prove\` saved on the bare machines, with the faults
                                       that were seeded, if any
  --story FILE --run inspector         saves it as a log that the inspector opens and plays
  --story FILE --run browser           replays it in Chromium on the real server, as far as this product allows; NAME
                                       may be missing, FILE may be a folder of stories; with --path, beside the paths
  --run                                runs them on the bare machine, and reports each outcome
  --run browser                        runs them in Chromium on the real server, with a report; --headed to watch,
                                       --slow MS between two actions, --video to record it until the next run (requires
                                       Playwright's ffmpeg: npx playwright install ffmpeg)
  --mermaid | --stately                the machine as a Mermaid chart, or as source for Stately's editor
npm run paths -- --run browser         the same for all machines, or for several (NAME,NAME); --path 1 runs the first path of each,
                                       --shard 1/8 the first of 8 parts
npm run paths -- --diff REVISION       the steps that have changed since a git revision, for a pull request
npm run paths -- --coverage            runs every edge, and prints the states, transitions and guard outcomes it reaches
npm run paths -- --write               renews the pages, docs/requirements.md and machines/README.md`

function fail(why: string): never {
  console.error(`${why}\nSee: npm run paths -- --help`)
  process.exit(1)
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        kind: { type: 'string', default: ALL.kind },
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        csv: { type: 'boolean' },
        gherkin: { type: 'boolean' },
        diff: { type: 'string' },
        mermaid: { type: 'boolean' },
        stately: { type: 'boolean' },
        run: { type: 'boolean' },
        path: { type: 'string' },
        story: { type: 'string' },
        headed: { type: 'boolean' },
        slow: { type: 'string' },
        video: { type: 'boolean' },
        shard: { type: 'string' },
        help: { type: 'boolean' },
        coverage: { type: 'boolean' },
        write: { type: 'boolean' },
      },
    })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/[.\n]\s/)
    return fail(sentence.trim())
  }
}

const pageOf = (stem: string) => urlOf(filesOf(stem).paths)

/**
 * Prints the steps whose outcome differs from the reviewed page. Running the paths would not detect the change, because
 * the machine itself provides their expected outcomes.
 */
function compareWithPage(stem: string, model: Model) {
  const changes = changesOf(readFileSync(pageOf(stem), 'utf8'), toPage(stem, model, seenOf(stem)))
  if (changes.length === 0) return
  console.log([`CHANGED: ${filesOf(stem).paths} differs`, ...changes].join('\n'))
  console.log('If this is intended: npm run paths -- --write\n')
  process.exitCode = 1
}

async function write() {
  const models = await Promise.all(stems.map(async (stem) => [stem, await loadModel(stem)] as const))
  for (const [stem, model] of models) writeFileSync(pageOf(stem), toPage(stem, model, seenOf(stem)))
  writeFileSync(new URL('../../machines/README.md', import.meta.url), toOverview(models))
  const requirements = new URL('../../docs/requirements.md', import.meta.url)
  writeFileSync(requirements, renewed(readFileSync(requirements, 'utf8')))
}

/** Runs git in the project. Fails with git's own message. */
function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout : fail(stderr.trim())
}

/** Prints the steps that changed since a git revision, by comparing the pages. */
async function diff(revision: string) {
  const files = new Map(stems.map((stem) => [filesOf(stem).paths, stem]))
  const old = new Set(git('ls-tree', '-r', '--name-only', revision, '--', 'tests/flows').match(/^.*paths\.md$/gm))
  const pages = [...new Set([...old, ...files.keys()])].sort().map(async (file) => {
    const stem = files.get(file)
    const kept = old.has(file) ? git('show', `${revision}:${file}`) : null
    return [stem ?? file, kept, stem ? toPage(stem, await loadModel(stem), seenOf(stem)) : null] as const
  })
  console.log(diffOf(await Promise.all(pages)))
}

/** Runs paths on the bare machine and prints their steps. A path fails if its outcome differs from the model. */
async function run(model: Model, paths: Map<number, Path>) {
  let failed = 0
  for (const [number, path] of paths)
    try {
      await runOnActor(model, path, new Coverage(model.config.machine))
      console.log(`ok ${number}  ${path.map(({ words }) => words).join(' → ')}`)
    } catch (error) {
      failed++
      console.log(`FAILED ${number}  ${path.map(({ words }) => words).join(' → ')}\n  ${(error as Error).message}`)
    }
  const but = process.exitCode ? ', but the reviewed page differs: see above' : ''
  console.log(`${paths.size - failed} of ${paths.size} paths had the expected outcome${but}`)
  if (failed > 0) process.exitCode = 1
}

/** Loads the functions for the stories that `npm run prove` writes. */
async function storyTools() {
  // Must be imported before the machines of src/.
  await import('../laws/env.ts')
  return import('./print-story.ts')
}

/**
 * Runs every edge of every bare machine and prints the coverage. Fails if a state, transition or guard outcome was not
 * reached.
 */
async function cover() {
  const share = ({ all, missing }: { all: number; missing: string[] }) => `${all - missing.length}/${all}`.padStart(8)
  console.log(`${'machine'.padEnd(16)}  states transitions guards`)
  for (const stem of stems) {
    const model = await loadModel(stem)
    const coverage = new Coverage(model.config.machine)
    for (const path of model.paths('edges')) await runOnActor(model, path, coverage)
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
const isBrowser = values.run === true && positionals.at(-1) === 'browser'
const isInspector = values.run === true && positionals.at(-1) === 'inspector'
const [wanted, more] = isBrowser || isInspector ? positionals.slice(0, -1) : positionals
function number(name: 'path' | 'slow'): number | undefined {
  const { [name]: text } = values
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? Number(text) : fail(`--${name} requires a whole number`)
}

/** The paths that the command line selects. */
const choice = (): Choice => ({ kind: values.kind, to: values.to, path: number('path') })

/**
 * The stories that the command line selects, in the form that a browser run needs. `machine` is the id of the machine
 * whose states are compared.
 */
async function chosenStories(machine?: string): Promise<AskedStory[]> {
  if (values.story === undefined) return []
  const { storyFor } = await storyTools()
  const isFolder = statSync(values.story).isDirectory()
  const files = isFolder ? globSync(`${values.story}/*.json`).sort() : [values.story]
  return files.map((file) => storyFor(file, machine))
}

/** Runs paths and stories in a browser on the real server, and produces a report. */
async function runInBrowser(chosen: readonly string[]) {
  const { headed = false, video = false, shard, story } = values
  const hasPaths = story === undefined || values.path !== undefined
  const run = hasPaths ? chosen : []
  for (const stem of run) {
    const model = await loadModel(stem)
    // Throws if the selected path does not exist.
    chosenPaths(model, choice())
    compareWithPage(stem, model)
  }
  const [only, another] = wanted === undefined ? [] : chosen
  if (another && !hasPaths) fail('--story requires one machine, or none')
  const stories = await chosenStories(only && !hasPaths ? (await loadModel(only)).config.machine.id : undefined)
  const env = asking({ stems: run, stories, ...choice(), headed, slow: number('slow') ?? 0, video })
  const config = fileURLToPath(new URL('../../e2e/paths/playwright.config.ts', import.meta.url))
  const { status } = spawnSync('playwright', ['test', '--config', config, ...(shard ? ['--shard', shard] : [])], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  console.log('The report: npx playwright show-report test-results/paths-report')
  process.exitCode ||= status ?? 1
}

/** True for the kind of paths that tests run on the screen. Only the steps of such paths have recorded texts. */
const isOnScreen = () => values.kind === ALL.kind

const format = FORMATS.find((name) => values[name])

async function show(stem: string) {
  const model = await loadModel(stem)
  const paths = () => chosenPaths(model, choice())
  if (values.story !== undefined) {
    const { recordStory, tellStory } = await storyTools()
    if (isInspector) recordStory(values.story)
    else await tellStory(stem, values.story)
  } else if (isInspector) fail('--run inspector requires --story')
  else if (values.mermaid) console.log(toMermaid(model.config.machine))
  else if (values.stately) console.log(toStately(model.config.machine))
  else if (values.run) {
    compareWithPage(stem, model)
    await run(model, paths())
  } else if (format) console.log(toCases(format, stem, model, paths(), isOnScreen() ? seenOf(stem) : {}))
  else if (values.json) console.log(toJson(stem, model, paths()))
  else console.log(toMarkdown(stem, model, paths(), values.to === undefined && values.path === undefined))
}

const forOne = (['to', 'path', 'story', 'json', ...FORMATS, 'mermaid', 'stately', 'run'] as const).find(
  (name) => values[name],
)
if (values.help) console.log(USAGE)
else if (values.write) await write()
else if (values.diff !== undefined) await diff(values.diff)
else if (values.coverage) await cover()
else if (!wanted && !isBrowser && forOne) fail(`--${forOne} requires a machine`)
else if (!wanted && !isBrowser) await list()
else if (more) fail(`Unexpected argument "${more}"`)
else if (!isBrowser && (values.headed || values.video || values.slow || values.shard))
  fail('--headed, --slow, --video and --shard require --run browser')
else
  try {
    if (isBrowser) await runInBrowser(wanted?.split(',').map((name) => oneOf('machine', name, stems)) ?? stems)
    else await show(oneOf('machine', wanted ?? '', stems))
  } catch (error) {
    fail((error as Error).message)
  }
