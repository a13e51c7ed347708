import { parseArgs } from 'node:util'
import { oneOf } from '#tests/kit/one-of.ts'
import { compositions } from './compositions.ts'
import { FlowSystem } from './flow.ts'
import { search } from './search.ts'
import { toLines } from './words.ts'

/*
 * `npm run prove`: searches every situation of each composition, and judges the laws in all of them. `npm run prove -- NAME`:
 * one composition. `--nightly`: within wider bounds. Fails if a law is broken; prints the shortest story that breaks it.
 */

function asked() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { nightly: { type: 'boolean' } } })
    const names = positionals.map((name) => oneOf('composition', name, Object.keys(compositions)))
    return { isNight: values.nightly === true, names: names.length > 0 ? names : Object.keys(compositions) }
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}

const { isNight, names } = asked()
let situations = 0
for (const name of names) {
  const { flow, bounds, night } = compositions[name] as (typeof compositions)[string]
  const start = performance.now()
  const result = search(new FlowSystem(flow, isNight ? night : bounds))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const count = result.situations.toLocaleString('en')
  console.log(
    `${name.padEnd(20)} ${count.padStart(10)} situations${result.isExhaustive ? '' : ', not all'}  ${seconds} s`,
  )
  for (const broken of result.broken) console.log(toLines(broken).join('\n'))
  situations += result.situations
  if (result.broken.length > 0) process.exitCode = 1
}
console.log(`${situations.toLocaleString('en')} situations`)
