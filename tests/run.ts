import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './kit/chromium.ts'
import { oneOf } from './kit/one-of.ts'
import { canStartPostgres, runWithPostgres } from './kit/postgres.ts'
import { tempFolder } from './kit/temp.ts'
import { hasWebKit } from './kit/webkit.ts'
import { readReport } from './run/reports.ts'
import { measureSpeed } from './run/speed.ts'
import { type Need, SIZES, STAGES, type Stage } from './run/stages.ts'

/*
 * `npm test`, `npm run test:full`, `npm run test:night`: runs the stages of that size and reports time and budget of each,
 * and the slowest files. A stage that takes half as long again as its budget fails, unless something else keeps the machine busy.
 */

const { argv } = process
function askedSize() {
  try {
    return oneOf('size', argv[2] ?? 'test', SIZES)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}
const size = askedSize()
const { TEST_DATABASE_URL: database } = process.env
if (!database && canStartPostgres()) runWithPostgres()

/** What this machine lacks, and how to get it. */
function lacks(): Map<Need, string> {
  const missing = new Map<Need, string>()
  if (!database) missing.set('postgres', 'set TEST_DATABASE_URL, or install Debian’s postgresql')
  if (!hasWebKit()) missing.set('webkit', 'install Debian’s webkit2gtk-driver, xvfb and xauth')
  try {
    ensureChromium()
  } catch (error) {
    missing.set('browser', (error as Error).message)
  }
  return missing
}

const sh = (line: string, env: NodeJS.ProcessEnv) =>
  new Promise<number>((done) =>
    spawn(line, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } }).on('close', (code) =>
      done(code ?? 1),
    ),
  )

type Result = { stage: Stage; passed: number; failed: number; files: Map<string, number>; seconds: number }

/** How long a stage may take, in its budgets, before it fails. */
const TOLERANCE = 1.5

/** All temporary files of the stages are here, and go with it. */
const temp = tempFolder('run')
process.env.TMPDIR = temp
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

async function run(stage: Stage): Promise<Result> {
  const file = join(temp, `${STAGES.indexOf(stage)}.json`)
  const start = performance.now()
  const codes = await Promise.all(stage.lines.map((line) => sh(line, { REPORT: file, ...stage.env })))
  const seconds = (performance.now() - start) / 1000
  if (stage.report) return { stage, seconds, ...readReport(stage.report, file, Math.max(...codes)) }
  const failed = codes.filter((code) => code !== 0).length
  return { stage, seconds, passed: codes.length - failed, failed, files: new Map() }
}

const missing = lacks()
const results: Result[] = []
const notes: string[] = []
let { factor, isBusy } = await measureSpeed()
for (const stage of STAGES.filter(({ sizes }) => sizes.includes(size))) {
  const need = stage.needs?.find((each) => missing.has(each))
  if (need) {
    notes.push(`NOT TESTED ${stage.name}: ${missing.get(need)}`)
    // CI must not pass without what it is there for.
    if (size !== 'test') process.exitCode = 1
    continue
  }
  console.log(`\n— ${stage.name}`)
  const result = await run(stage)
  const after = await measureSpeed()
  const limit = stage.budget * TOLERANCE * Math.max(factor, after.factor)
  if (result.seconds > limit) {
    const words = `${stage.name} took ${result.seconds.toFixed(0)} s, and may take ${limit.toFixed(0)} s here`
    if (isBusy || after.isBusy) notes.push(`SLOW ${words}, but something else keeps this machine busy`)
    else {
      notes.push(`OVER BUDGET ${words}`)
      result.failed++
    }
  }
  results.push(result)
  ;({ factor, isBusy } = after)
}

const row = (...cells: [string, string, string, string]) =>
  [cells[0].padEnd(30), ...cells.slice(1).map((cell) => cell.padStart(10))].join(' ')
console.log(`\n${row('stage', 'seconds', 'budget', 'tests')}`)
for (const { stage, seconds, passed, failed } of results)
  console.log(row(stage.name, seconds.toFixed(1), String(stage.budget), failed ? `${failed} FAILED` : String(passed)))
const slowest = results.flatMap(({ files }) => [...files]).sort(([, one], [, other]) => other - one)
console.log('\nslowest files')
for (const [file, ms] of slowest.slice(0, 10)) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
for (const note of notes) console.log(note)

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
const failed = sum((result) => result.failed)
console.log(
  `\n${sum(({ passed }) => passed)} passed, ${failed} failed in ${sum(({ seconds }) => seconds).toFixed(0)} s`,
)
if (failed > 0) process.exitCode = 1
