import { parseArgs } from 'node:util'
import { planOf } from './plan.ts'
import { simulator } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    verbose: { type: 'boolean', short: 'v' },
  },
})
const run = await simulator()
const seconds = () => process.cpuUsage().user / 1e6
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
  const { hash, broken, lines, ...counts } = await run(planOf(seed, Number(values.hours)))
  if (values.verbose) console.log(lines.join('\n'))
  console.log(`seed ${seed} ${hash} ${JSON.stringify(counts)} ${seconds().toFixed(1)} s`)
  for (const { law, how } of broken) console.log(`BROKEN ${law}: ${how}`)
}
process.exit()
