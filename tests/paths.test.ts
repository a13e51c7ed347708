import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadModel, stems } from './kit/models.ts'
import { Coverage, runOnActor } from './kit/run.ts'
import { toMarkdown } from './kit/words.ts'

const machines = readdirSync(new URL('../machines/', import.meta.url))
  .filter((file) => file.endsWith('.machine.ts'))
  .map((file) => file.slice(0, -'.machine.ts'.length))

/** What several machines invoke, under a type of their own each: one model stands for all. */
const shared = ['attempt']

test('every machine has a model', () => {
  expect(stems).toEqual([...machines, ...shared].sort())
})

describe.each(stems)('%s', async (stem) => {
  const model = await loadModel(stem)
  const paths = model.paths()

  test('its paths run, and together they are in every state and take every transition', async () => {
    const coverage = new Coverage(model.config.machine)
    for (const path of paths) await runOnActor(model, path, coverage)
    expect(coverage.missing()).toEqual([])
  })

  test('its path list is fresh (npm run paths -- --write)', () => {
    const kept = readFileSync(new URL(`./paths/${stem}.md`, import.meta.url), 'utf8')
    expect(kept).toBe(toMarkdown(stem, model, paths))
  })
})
