import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { disableAnimations } from './disable-animations.ts'
import type { Driver } from './driver.ts'
import { SeenLog } from './seen.ts'
import { nameOf, settledStates } from './states.ts'
import { speakThai } from './thai.ts'
import { type Check, ViewPathRunner } from './view-path-runner.tsx'
import { wayTo } from './way.ts'

/**
 * Binds the check in a `<stem>.check.ts` file to the type of its machine. The check runs after every step of every
 * path.
 */
export const checkOf = <M extends AnyStateMachine>(_: Driver<M>, check: Check<M>): Check<M> => check

/**
 * Registers one test per path of the model: each step uses the real screen, which must then show the expected state.
 * Also tests the buttons of every state. At the end, compares the texts of all states with the reviewed `file`.
 */
export function drive<M extends AnyStateMachine>(driver: Driver<M>, file: string, check?: Check<M>) {
  const { model, look } = driver
  const { machine } = model.config
  const turns = new Map<string, number>()
  const seen = new SeenLog()

  describe(machine.id, () => {
    beforeAll(speakThai)
    beforeAll(disableAnimations)
    test('the expected looks cover exactly the settled states', () => {
      expect(Object.keys(look).sort()).toEqual(settledStates(machine).map(nameOf).sort())
    })
    for (const [number, path] of model.paths().entries())
      test(`path ${number + 1}: ${path.at(-1)?.words}`, () => new ViewPathRunner(driver, turns, seen, check).run(path))
    const ways = model.paths('shortest')
    for (const name of settledStates(machine).map(nameOf))
      test(`${name}: every button works`, () => new ViewPathRunner(driver, turns, seen, check).probe(wayTo(name, ways)))
    test('every state shows the reviewed texts', () =>
      expect(`${JSON.stringify(seen.texts(), null, 2)}\n`).toMatchFileSnapshot(file))
  })
}
