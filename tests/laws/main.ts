import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { oneOf } from '#tests/kit/one-of.ts'
import { compositions } from './compositions.ts'
import { toPage } from './page.ts'
import type { Proof } from './prove.ts'
import { find, findOnSite, SEEDED, SEEDED_SITES } from './seeded.ts'
import { FAULTS } from './server.ts'
import { sites } from './sites.ts'
import { saveStory } from './story.ts'
import { toLines } from './words.ts'

/*
 * `npm run prove`: searches every situation of each composition and checks the laws in all of them.
 * - `npm run prove -- NAME`: searches one composition.
 * - `--nightly`: searches within wider bounds.
 * - `--write`: regenerates docs/laws.md.
 * - `--seeded`: searches for each seeded fault instead, and prints a table.
 * - `--fault TEXT`: seeds a fault into the environment first. May be repeated.
 *
 * Fails if a law is broken and prints the shortest story that breaks it. Saves the story for
 * `npm run paths -- MACHINE --story FILE`, except for compositions with their own server model. Without names, also
 * fails if docs/laws.md is not up to date.
 */

const PAGE = 'docs/laws.md'
const ALL = [...Object.keys(compositions), ...Object.keys(sites)]

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        nightly: { type: 'boolean' },
        write: { type: 'boolean' },
        seeded: { type: 'boolean' },
        fault: { type: 'string', multiple: true, default: [] },
      },
    })
    const { nightly: isNight = false, write: writes = false } = values
    const chosen = positionals.map((name) => oneOf('composition', name, ALL))
    const faults = values.fault.map((text) => oneOf('fault', text, FAULTS))
    if (writes && (isNight || chosen.length + faults.length > 0))
      throw new Error('--write needs all compositions within their bounds, and no faults')
    return { isNight, writes, chosen, faults, isSeeded: values.seeded === true }
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}

const { isNight, writes, chosen, faults, isSeeded } = asked()
if (isSeeded) {
  console.log('| fault | law | situations | seconds |\n| --- | --- | --: | --: |')
  const all = [
    ...SEEDED.map((seeded) => ({ ...seeded, found: () => find(seeded) })),
    ...SEEDED_SITES.map((seeded) => ({ ...seeded, found: () => findOnSite(seeded) })),
  ]
  for (const seeded of all) {
    const start = performance.now()
    const { situations, broken } = seeded.found()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const law = broken.some((each) => each.law === seeded.law) ? seeded.law : 'NOT FOUND'
    console.log(`| ${seeded.name} | ${law} | ${situations.toLocaleString('en')} | ${seconds} |`)
    if (law !== seeded.law) process.exitCode = 1
  }
  process.exit()
}
const names = chosen.length > 0 ? chosen : ALL

const proofs = new Map<string, Proof>()
const open = [...names]
/**
 * Searches the remaining compositions one after another in a single worker thread. The thread is reused because loading
 * the product takes most of the time of a short search.
 */
async function work() {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { isNight, faults } })
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    worker.postMessage(name)
    const [proof] = (await once(worker, 'message')) as [Proof]
    const { situations, isExhaustive, broken, unseen, seconds } = proof
    const count = situations.toLocaleString('en').padStart(10)
    console.log(`${name.padEnd(20)} ${count} situations${isExhaustive ? '' : ', not all'}  ${seconds.toFixed(1)} s`)
    for (const each of broken) {
      console.log(toLines(each).join('\n'))
      if (name in compositions) console.log(`  saved: ${saveStory({ composition: name, isNight, faults }, each)}`)
    }
    for (const state of unseen) console.log(`NOT REACHED the state "${state}"`)
    if (!isExhaustive || broken.length > 0 || unseen.length > 0) process.exitCode = 1
    proofs.set(name, proof)
  }
  await worker.terminate()
}
const start = performance.now()
await Promise.all(Array.from({ length: availableParallelism() }, work))
const all = [...proofs.values()].reduce((sum, { situations }) => sum + situations, 0)
const seconds = ((performance.now() - start) / 1000).toFixed(0)
console.log(
  `${all.toLocaleString('en')} situations in ${names.length === 1 ? '1 composition' : `${names.length} compositions`}, ${seconds} s`,
)

if (!isNight && chosen.length + faults.length === 0) {
  const page = toPage(proofs)
  if (writes) writeFileSync(PAGE, page)
  else if (readFileSync(PAGE, 'utf8') !== page) {
    const before = new Set(readFileSync(PAGE, 'utf8').split('\n'))
    for (const line of page.split('\n')) if (!before.has(line)) console.log(line)
    console.log(`These lines of ${PAGE} have changed. If that is intended: npm run prove -- --write`)
    process.exitCode = 1
  }
}
// the channel between tabs would keep the process running
process.exit()
