import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { ALL, chosenPaths } from './kit/choose.ts'
import { loadModel, stems } from './kit/models.ts'
import { toOverview } from './kit/overview.ts'
import { Coverage, runOnActor } from './kit/run.ts'
import { toStately } from './kit/stately.ts'
import { nameOf, settledStates, transitionName, transitionsOf } from './kit/states.ts'
import { toMarkdown } from './kit/words.ts'

const machines = readdirSync(new URL('../machines/', import.meta.url))
  .filter((file) => file.endsWith('.machine.ts'))
  .map((file) => file.slice(0, -'.machine.ts'.length))

/** What several machines invoke, under a type of their own each: one model stands for all. */
const shared = ['attempt']

const all = await Promise.all(stems.map(async (stem) => [stem, await loadModel(stem)] as const))

test('machines/README.md is fresh (npm run paths -- --write)', () => {
  const kept = readFileSync(new URL('../machines/README.md', import.meta.url), 'utf8')
  expect(kept).toBe(toOverview(all))
})

test('every machine has a model', () => {
  expect(stems).toEqual([...machines, ...shared].sort())
})

describe.each(stems)('%s', async (stem) => {
  const model = await loadModel(stem)
  const paths = model.paths()

  test('its paths run, and together they are in every state, take every transition, and hear both answers of every guard', async () => {
    const coverage = new Coverage(model.config.machine)
    for (const path of paths) await runOnActor(model, path, coverage)
    expect(Object.values(coverage.report()).flatMap(({ missing }) => missing)).toEqual([])
  })

  test('what is pasted into Stately’s editor is the same machine', () => {
    const [, source = ''] = toStately(model.config.machine).split('createMachine(')
    const rebuilt = createMachine(JSON.parse(source.slice(0, -1)))
    const parts = (machine: AnyStateMachine) => [
      ...settledStates(machine).map(nameOf),
      ...transitionsOf(machine).map(transitionName),
    ]
    expect(parts(rebuilt)).toEqual(parts(model.config.machine))
  })

  test('the shortest paths lead to each situation once', async () => {
    const ways = model.paths('shortest')
    const ends = ways.map((path) => model.key((path.at(-1) ?? fail()).state))
    expect(new Set(ends).size).toBe(ways.length)
    for (const path of ways) await runOnActor(model, path, new Coverage(model.config.machine))
  })

  test('its path list is fresh (npm run paths -- --write)', () => {
    const kept = readFileSync(new URL(`./paths/${stem}.md`, import.meta.url), 'utf8')
    expect(kept).toBe(toMarkdown(stem, model, chosenPaths(model, ALL)))
  })
})

function fail(): never {
  throw new Error('an empty path')
}

test('simple paths come by no situation twice; of too many none are listed', async () => {
  const register = await loadModel('register')
  const ways = register.paths('simple')
  expect(ways.length).toBeGreaterThan(register.paths('shortest').length)
  for (const path of ways) expect(new Set(path.map(({ state }) => register.key(state))).size).toBe(path.length)
  const session = await loadModel('session')
  expect(() => session.paths('simple')).toThrow('more than 20000 simple paths')
})
