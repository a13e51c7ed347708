import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { loadModel, stems } from '../kit/models.ts'
import { oneOf } from '../kit/one-of.ts'
import { mutantsOf } from './mutants.ts'

/*
 * `npm run mutation [-- NAME] [--shard 1/8]`: injects each fault into each machine and runs the handwritten tests that
 * start the machine's model. The path lists do not count, because any fault changes them. Lists the faults that no test
 * noticed.
 */

/** The handwritten tests that start a machine, by its stem. */
const testsOf = (stem: string): string[] =>
  globSync('tests/**/*.test.ts').filter(
    (file) => !file.endsWith('.wire.test.ts') && readFileSync(file, 'utf8').includes(`/${stem}.model.ts'`),
  )

type Task = { stem: string; id: string; at: number; words: string }

/** True if the tests of a machine fail with the given fault. An empty `fault` leaves the machine unchanged. */
const fails = (stem: string, fault: string) =>
  new Promise<boolean>((done) => {
    const tests = ['run', '--project', 'node', ...testsOf(stem), '--reporter', 'dot', '--bail', '1']
    spawn('node_modules/.bin/vitest', tests, { stdio: 'ignore', env: { ...process.env, MUTANT: fault } }).on(
      'close',
      (code) => done(code !== 0),
    )
  })

/** The selected machines. Reports an unknown name and exits the process. */
function asked([wanted]: readonly string[]): readonly string[] {
  try {
    return wanted ? [oneOf('machine', wanted, stems)] : stems
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: 'string', default: '1/1' } },
})
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
const score = new Map<string, { all: number; noticed: number; missed: string[] }>()
const tasks: Task[] = []
for (const stem of asked(positionals).filter((_, at) => at % shards === shard - 1)) {
  if (testsOf(stem).length === 0) {
    console.error(`no hand-written test starts ${stem}`)
    process.exitCode = 1
    continue
  }
  if (await fails(stem, '')) {
    console.error(`the tests of ${stem} fail without an injected fault`)
    process.exitCode = 1
    continue
  }
  const { machine } = (await loadModel(stem)).config
  const mutants = mutantsOf(machine.config as never)
  score.set(stem, { all: mutants.length, noticed: 0, missed: [] })
  tasks.push(...mutants.map(({ words }, at) => ({ stem, id: machine.id, at, words })))
}

const next = tasks[Symbol.iterator]()
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const task of next) {
      const entry = score.get(task.stem)
      if (!entry) continue
      if (await fails(task.stem, `${task.id}#${task.at}`)) entry.noticed++
      else entry.missed.push(task.words)
    }
  }),
)
const rows = [...score].map(
  ([stem, { all, noticed }]) => `| ${stem} | ${all} | ${noticed} | ${Math.floor((100 * noticed) / all)} % |`,
)
const missed = [...score].flatMap(([stem, { missed }]) => missed.map((words) => `* ${stem}: ${words}`))
const report = ['| machine | faults | noticed | |', '| --- | ---: | ---: | ---: |', ...rows, '', ...missed].join('\n')
console.log(report)
if (missed.length > 0) process.exitCode = 1
mkdirSync('test-results', { recursive: true })
writeFileSync('test-results/mutation.md', `${report}\n`)
