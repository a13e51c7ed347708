import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { Driver } from './driver.ts'
import type { Path } from './model.ts'
import { leavesOf, nameOf, settledStates } from './states.ts'
import { speakThai } from './thai.ts'
import { type Check, Walk } from './walk.tsx'

/** Registers one test per path of the model: each step by the real screen, which must then show what the state is; `check`: more that holds after every step. */
export function drive<M extends AnyStateMachine>(driver: Driver<M>, check?: Check<M>) {
  const { model, look } = driver
  const { machine } = model.config
  const turns = new Map<string, number>()
  beforeAll(async () => {
    await speakThai()
    const still = document.createElement('style')
    still.textContent = '*, ::backdrop { animation: none !important; transition: none !important }'
    document.head.append(still)
  })

  describe(machine.id, () => {
    test('every state has a look', () => {
      expect(Object.keys(look).sort()).toEqual(settledStates(machine).map(nameOf).sort())
    })
    for (const [number, path] of model.paths().entries())
      test(`path ${number + 1}: ${path.at(-1)?.words}`, () => new Walk(driver, turns, check).run(path))
    for (const name of settledStates(machine).map(nameOf))
      test(`${name}: no button is dead`, () => new Walk(driver, turns, check).probe(wayTo(name, model.paths())))
  })
}

/** The shortest beginning of a path that leads into a state. */
function wayTo(name: string, paths: Path[]): Path {
  const ways = paths.map((path) =>
    path.slice(0, 1 + path.findIndex(({ state }) => leavesOf(state).map(nameOf).includes(name))),
  )
  const [shortest] = ways.filter((way) => way.length > 0).sort((a, b) => a.length - b.length)
  if (!shortest) throw new Error(`no path leads to ${name}`)
  return shortest
}
