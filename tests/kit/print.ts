import { writeFileSync } from 'node:fs'
import { loadModel, stems } from './models.ts'
import { sizeOf, toMarkdown } from './words.ts'

/** `npm run paths` lists the machines, `npm run paths -- NAME` prints its paths, `npm run paths -- --write` renews all lists. */
const [wanted] = process.argv.slice(2)

if (wanted === '--write')
  for (const stem of stems) {
    const model = await loadModel(stem)
    writeFileSync(new URL(`../paths/${stem}.md`, import.meta.url), toMarkdown(stem, model, model.paths()))
  }
else if (!wanted)
  for (const stem of stems) {
    const { config, paths } = await loadModel(stem)
    const { states, transitions, paths: count, steps } = sizeOf(config.machine, paths())
    console.log(`${stem.padEnd(14)} ${states} states, ${transitions} transitions, ${count} paths, ${steps} steps`)
  }
else if (stems.includes(wanted)) {
  const model = await loadModel(wanted)
  console.log(toMarkdown(wanted, model, model.paths()))
} else {
  console.error(`No machine "${wanted}". There are: ${stems.join(', ')}`)
  process.exitCode = 1
}
