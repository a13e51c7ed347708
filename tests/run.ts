import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './kit/chromium.ts'
import { oneOf } from './kit/one-of.ts'
import { canStartPostgres, runWithPostgres } from './kit/postgres.ts'
import { tempFolder } from './kit/temp.ts'
import { hasWebKit } from './kit/webkit.ts'
import { exitOnSignals, runGroup } from './run/groups.ts'
import { judgeStage, judgeTotal, lastLine, type Timed } from './run/judge.ts'
import { watchLoad } from './run/load.ts'
import { readReport } from './run/reports.ts'
import { measureSpeed } from './run/speed.ts'
import { lackOf, type Need, promiseOf, SIZES, type Stage, stagesOf } from './run/stages.ts'

/*
 * Runs the stages of one size: `npm test`, `npm run test:full` or `npm run test:night`. Reports the time and budget of
 * each stage, and the slowest files. A stage fails if it exceeds its budget by more than half. A run fails if it
 * exceeds its promise by more than a quarter. These time limits do not apply if something else kept the machine busy.
 *
 * `npm run test:night -- --shard 1/8` runs one of 8 shards. An interrupted shard resumes with the first stage that has
 * not passed at this commit. Code mutation resumes with the first batch that has no result.
 */

function asked() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { shard: { type: 'string' } } })
    const size = oneOf('size', positionals[0] ?? 'test', SIZES)
    const { shard } = values
    const [, at, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard ?? '1/1') ?? []
    if (!at || !of || Number(at) > Number(of)) throw new Error(`--shard needs a part like 1/8, not ${shard}`)
    if (shard && size !== 'night') throw new Error('only a night has shards')
    return { size, shard, stages: stagesOf(size, Number(at), Number(of)), promise: promiseOf(size, Number(of)) }
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}
const { size, shard, stages, promise } = asked()
const { TEST_DATABASE_URL: database } = process.env
if (!database && canStartPostgres()) await runWithPostgres()

/** Returns the programs that this machine lacks, each with instructions for installing it. */
function lacks(): Map<Need, string> {
  const missing = new Map<Need, string>()
  if (!database) missing.set('postgres', 'set TEST_DATABASE_URL, or install Debian’s postgresql')
  if (spawnSync('firefox-esr', ['--version'], { stdio: 'ignore' }).status !== 0)
    missing.set('firefox', 'install Debian’s firefox-esr')
  if (!hasWebKit()) missing.set('webkit', 'install Debian’s webkit2gtk-driver, xvfb and xauth')
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) missing.set('nginx', 'install Debian’s nginx-light')
  try {
    ensureChromium()
  } catch (error) {
    missing.set('browser', (error as Error).message)
  }
  return missing
}

type Result = {
  stage: Stage
  passed: number
  failures: string[]
  files: Map<string, number>
  seconds: number
  isBusy: boolean
}

/** All temporary files of the stages are in this folder, and are removed with it. */
const temp = tempFolder('run')
process.env.TMPDIR = temp
process.env.SHARD = shard ? `--shard=${shard}` : ''
exitOnSignals()

async function run(stage: Stage): Promise<Result> {
  const file = join(temp, `${stages.indexOf(stage)}.json`)
  const wasBusy = watchLoad()
  const start = performance.now()
  const env = { ...process.env, REPORT: file, ...stage.env }
  const codes = await Promise.all(stage.lines.map((line) => runGroup(line, [], { shell: true, env })))
  const seconds = (performance.now() - start) / 1000
  const isBusy = wasBusy()
  if (stage.report) return { stage, seconds, isBusy, ...readReport(stage.report, file, Math.max(...codes)) }
  const failures = stage.lines.flatMap((line, at) => (codes[at] === 0 ? [] : [`${line} (${codes[at]})`]))
  return { stage, seconds, isBusy, passed: codes.length - failures.length, failures, files: new Map() }
}

/** Returns the path of the file that marks a stage as passed at this commit, in this shard. */
function passedFile({ name }: Stage): string {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  return join('test-results/night', commit, shard?.replace('/', '-') ?? '', name)
}

const missing = lacks()
const results: Result[] = []
const times: Timed[] = []
const notes: string[] = []
let { factor, isBusy } = await measureSpeed()
for (const stage of stages) {
  if (shard && existsSync(passedFile(stage))) {
    notes.push(`PASSED BEFORE ${stage.name}`)
    continue
  }
  const lack = lackOf(stage, missing)
  if (lack) {
    notes.push(lack.note)
    // CI must not pass if it skipped tests.
    if (size !== 'test') process.exitCode = 1
    if (lack.isSkipped) continue
  }
  console.log(`\n— ${stage.name}`)
  const result = await run(stage)
  const after = await measureSpeed()
  result.isBusy ||= isBusy || after.isBusy
  const time = { ...stage, ...result, factor: Math.max(factor, after.factor) }
  times.push(time)
  const verdict = judgeStage(time)
  if (verdict) (verdict.isFailure ? result.failures : notes).push(verdict.note)
  results.push(result)
  if (shard && result.failures.length === 0) {
    mkdirSync(join(passedFile(stage), '..'), { recursive: true })
    writeFileSync(passedFile(stage), '')
  }
  ;({ factor, isBusy } = after)
}

const row = (name: string, ...cells: readonly string[]) =>
  [name.padEnd(30), ...cells.map((cell) => cell.padStart(10))].join(' ')
console.log(`\n${row('stage', 'seconds', 'budget, s', 'tests', 'machine')}`)
for (const { stage, seconds, passed, failures, isBusy } of results) {
  const tests = failures.length > 0 ? `${failures.length} FAILED` : String(passed)
  console.log(row(stage.name, seconds.toFixed(1), String(Math.round(stage.budget)), tests, isBusy ? 'busy' : ''))
}
const slowest = results.flatMap(({ files }) => [...files]).sort(([, one], [, other]) => other - one)
console.log('\nslowest files')
for (const [file, ms] of slowest.slice(0, 10)) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
const total = judgeTotal(times, promise)
if (total) notes.push(total.note)
if (total?.isFailure) process.exitCode = 1
const failures = results.flatMap(({ stage, failures }) => failures.map((failure) => `${stage.name}: ${failure}`))
if (failures.length > 0) console.log('\nfailed')
for (const failure of failures) console.log(failure)
for (const note of notes) console.log(note)

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
console.log(
  `\n${lastLine(
    sum(({ passed }) => passed),
    failures.length,
    sum(({ seconds }) => seconds),
    promise,
  )}`,
)
if (failures.length > 0) process.exitCode = 1
