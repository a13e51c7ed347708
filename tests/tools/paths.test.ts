import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { beside, citable, citesOf } from '#tests/kit/cites.ts'
import { Coverage } from '#tests/kit/coverage.ts'
import type { Path } from '#tests/kit/model.ts'
import { filesOf, loadModel, seenOf, stems, urlOf } from '#tests/kit/models.ts'
import { requirementsOf, toOverview } from '#tests/kit/overview.ts'
import { toPage } from '#tests/kit/page.ts'
import { runOnActor } from '#tests/kit/run.ts'
import { toStately, withoutFunctions } from '#tests/kit/stately.ts'
import { nameOf, nodesOf, settledStates, transitionName, transitionsOf, where } from '#tests/kit/states.ts'
import { numbersIn } from '#tests/kit/trace.ts'

const machines = readdirSync(new URL('../../machines/', import.meta.url))
  .filter((file) => file.endsWith('.machine.ts'))
  .map((file) => file.slice(0, -'.machine.ts'.length))

/** The machines that several others invoke, each with its own types. One model covers all of these variants. */
const shared = ['attempt', 'step-up']

/** Returns the ids in `text`: `R` for requirements and `D-` for decisions, with ranges such as R12–R15 expanded. */
const idsIn = (text: string) => (['R', 'D-'] as const).flatMap((kind) => numbersIn(text, kind).map((id) => kind + id))

/** Returns the distinct steps of the paths: the state before, the description of the step, and the state after. */
const stepsOf = (paths: Path[]) => [
  ...new Set(
    paths.flatMap((path) =>
      path.map(
        ({ words, state }, at) =>
          `${path
            .slice(0, at)
            .slice(-1)
            .map((step) => where(step.state))}: ${words} → ${where(state)}`,
      ),
    ),
  ),
]

const all = await Promise.all(stems.map(async (stem) => [stem, await loadModel(stem)] as const))

test('machines/README.md is up to date (npm run paths -- --write)', () => {
  const kept = readFileSync(new URL('../../machines/README.md', import.meta.url), 'utf8')
  expect(kept).toBe(toOverview(all))
})

test('every machine has a model', () => {
  expect(stems).toEqual([...machines, ...shared].sort())
})

test('a range of ids is expanded into every id in the range', () => {
  expect(idsIn('D-26–D-28, D-42')).toEqual(['D-26', 'D-27', 'D-28', 'D-42'])
})

describe.each(stems)('the model of %s', async (stem) => {
  const model = await loadModel(stem)
  const paths = model.paths()

  test.each(['steps', 'edges'] as const)(
    'has “%s” paths that all run, and together reach every state, transition and guard outcome',
    async (kind) => {
      const coverage = new Coverage(model.config.machine)
      for (const path of model.paths(kind)) await runOnActor(model, path, coverage)
      expect(Object.values(coverage.report()).flatMap(({ missing }) => missing)).toEqual([])
    },
  )

  test('covers every step of its “edges” paths with its “steps” paths', () => {
    const taken = stepsOf(paths)
    expect(stepsOf(model.paths('edges')).filter((step) => !taken.includes(step))).toEqual([])
  })

  test.each(Object.entries(model.config.stories ?? {}))('runs its story to the end: %s', (name, story) => {
    const told = model.stories()[Object.keys(model.config.stories ?? {}).indexOf(name)] ?? []
    expect(told.map(({ words }) => words)).toEqual(story)
  })

  test('exports source code for Stately’s editor that rebuilds the same machine', () => {
    const [, source = ''] = toStately(model.config.machine).split('createMachine(')
    const rebuilt = createMachine(JSON.parse(source.slice(0, -1)))
    const parts = (machine: AnyStateMachine) => [
      ...settledStates(machine).map(nameOf),
      ...transitionsOf(machine).map(transitionName),
    ]
    expect(parts(rebuilt)).toEqual(parts(model.config.machine))
    expect(rebuilt.config).toEqual(JSON.parse(JSON.stringify(model.config.machine.config, withoutFunctions)))
  })

  test('has a path through each state and step that its fixtures list as passing', async () => {
    const fixtures = (await import(urlOf(filesOf(stem).fixtures).href)) as { default: { passing?: string[] } }
    const known = new Set(paths.flat().flatMap(({ words, state }) => [words, where(state)]))
    // without the target state, because there may be no path that stops in that state
    const passed = fixtures.default.passing?.flatMap((each) => each.split(' → ')[0] ?? []) ?? []
    expect(passed.filter((each) => !known.has(each))).toEqual([])
  })

  test('has an actor for each of its calls', () => {
    const invoked = nodesOf(model.config.machine.root).flatMap(({ invoke }) => invoke.map(({ id }) => id))
    expect(invoked).toEqual(expect.arrayContaining(Object.keys(model.config.calls ?? {})))
  })

  test('has at most one shortest path to each situation, and all of these paths run', async () => {
    const ways = model.paths('shortest')
    const ends = ways.map((path) => model.key((path.at(-1) ?? fail()).state))
    expect(new Set(ends).size).toBe(ways.length)
    for (const path of ways) await runOnActor(model, path, new Coverage(model.config.machine))
  })

  const source = idsIn(requirementsOf(stem))
  const cites = Object.entries(model.config.cites ?? {})
  const cited = cites.flatMap(([, ids]) => idsIn(ids))

  test('cites requirements and decisions only for parts of the machine that exist and are covered by a path', () => {
    expect(cites.map(([name]) => name).filter((name) => !citable(model).includes(name))).toEqual([])
    for (const [, ids] of cites) expect(ids).toMatch(/^(R|D-)\d+(, (R|D-)\d+)*$/)
    const touched = new Set(paths.flatMap((path) => citesOf(model, path)))
    expect(cites.filter(([, ids]) => !ids.split(', ').every((id) => touched.has(id)))).toEqual([])
  })

  test('cites every id in its docstring, except those that no path covers', () => {
    expect(source.filter((id) => !cited.includes(id))).toEqual(idsIn(beside[stem] ?? ''))
  })

  if (source.length > 0)
    test('cites a requirement or decision on every path', () => {
      const without = paths.filter((path) => citesOf(model, path).length === 0)
      expect(without.map((path) => path.map(({ words }) => words).join(' → '))).toEqual([])
    })

  test('has a story, and a page that is up to date (npm run paths -- --write)', () => {
    expect(Object.keys(model.config.stories ?? {})).not.toEqual([])
    const kept = readFileSync(urlOf(filesOf(stem).paths), 'utf8')
    expect(kept).toBe(toPage(stem, model, seenOf(stem)))
  })
})

function fail(): never {
  throw new Error('an empty path')
}

test('simple paths never visit a situation twice, and are rejected if there are too many', async () => {
  const register = await loadModel('register')
  const ways = register.paths('simple')
  expect(ways.length).toBeGreaterThan(register.paths('shortest').length)
  for (const path of ways) expect(new Set(path.map(({ state }) => register.key(state))).size).toBe(path.length)
  const session = await loadModel('session')
  expect(() => session.paths('simple')).toThrow('more than 20000 simple paths')
})
