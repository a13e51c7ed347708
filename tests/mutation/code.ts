import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { canStartPostgres, runWithPostgres } from '../kit/postgres.ts'
import { firstRun } from './first-run.ts'
import { ROOMS } from './rooms.ts'
import { type Judged, readScores, type Scores, scoresOf, worse, writeScores } from './scores.ts'

/*
 * `npm run mutation:code [-- --only REGEXP] [--shard 1/4] [--renew]`: injects faults into the code of contract,
 * machines and server, and runs the tests that reach them.
 *
 * Fails if a file has a lower score than in `scores.json`. `--renew` writes the scores instead. Skips files that were
 * already judged at this commit, so an interrupted run resumes where it stopped.
 */

/**
 * The bytes of code in one batch. Larger batches take less time in total, because each batch begins with one run of all
 * tests. The server's batches are smaller, because its tests take longer.
 */
const BATCH: Record<string, number> = { node: 60_000, wire: 15_000 }

const { values } = parseArgs({
  options: { only: { type: 'string' }, shard: { type: 'string', default: '1/1' }, renew: { type: 'boolean' } },
})
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)

type Batch = { project: string; files: string[] }

/** Groups files into batches of about the same size. */
function batchesOf(project: string, files: readonly string[]): Batch[] {
  const batches: Batch[] = []
  let room = 0
  for (const file of files) {
    const { size } = statSync(file)
    if (size > room) {
      batches.push({ project, files: [] })
      room = BATCH[project] ?? 0
    }
    batches.at(-1)?.files.push(file)
    room -= size
  }
  return batches
}

/**
 * Injects faults into the files of a batch and returns their outcomes. `number`: the position of the batch, such as
 * `1 of 2`.
 */
async function judge({ project, files }: Batch, number: string): Promise<Judged[]> {
  process.env.PROJECT = project
  firstRun.start(number, files)
  const results = await new Stryker({
    mutate: files,
    // Strings in machines are only descriptions. Strings in the server are mostly identifiers, which the type check
    // covers.
    mutator: { excludedMutations: ['StringLiteral'] },
    // See load.ts.
    ignoreStatic: true,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/first-run.ts'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // Long enough that a busy computer does not make a fault count as noticed. A test that hangs reaches its
    // own time limit sooner.
    timeoutMS: 300_000,
    tsconfigFile: 'none.json',
    ignorePatterns: ['dist*', 'test-results', 'public/howto'],
    dryRunTimeoutMinutes: 30,
    reporters: ['progress-append-only', 'first-run'],
    cleanTempDir: 'always',
  })
    .runMutationTest()
    .finally(() => firstRun.stop())
  return results.map(({ fileName, status, location, replacement = '', mutatorName }) => ({
    file: relative('.', fileName),
    status,
    line: location.start.line,
    words: `${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`,
  }))
}

if (!process.env.TEST_DATABASE_URL && canStartPostgres()) await runWithPostgres()

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const only = new RegExp(values.only ?? '')
const batches = Object.entries(ROOMS)
  .flatMap(([project, globs]) =>
    batchesOf(
      project,
      globSync([...globs])
        .filter((file) => only.test(file))
        .sort(),
    ),
  )
  .filter((_, at) => at % shards === shard - 1)

const found: Scores = {}
for (const [at, { project, files }] of batches.entries()) {
  const kept = join('test-results/mutation', commit, `${createHash('sha256').update(files.join()).digest('hex')}.json`)
  if (!existsSync(kept)) {
    const judged = await judge({ project, files }, `${at + 1} of ${batches.length}`)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify(judged))
  }
  for (const file of files) found[file] = { noticed: 0, of: 0, missed: {} }
  Object.assign(found, scoresOf(JSON.parse(readFileSync(kept, 'utf8'))))
}

const before = readScores()
let unexplained = 0
for (const [file, { noticed, of, missed }] of Object.entries(found)) {
  console.log(`${file}: ${noticed} of ${of}`)
  for (const words of Object.keys(missed).filter((each) => !before[file]?.missed[each])) {
    console.log(`  ${words}`)
    unexplained += 1
  }
}
if (unexplained > 0) console.log('Each of these faults needs a test, or its reason in tests/mutation/scores.json.')
const falls = worse(before, found)
for (const fall of falls) console.error(fall)
if (values.renew) writeScores(before, found)
else if (falls.length > 0) process.exitCode = 1
