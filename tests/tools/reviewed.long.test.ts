import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { defineModel } from '#tests/kit/model.ts'
import { loadModel, seenOf, stems } from '#tests/kit/models.ts'
import { toPage } from '#tests/kit/page.ts'
import { changesOf } from '#tests/kit/reviewed.ts'
import { type Config, mutantsOf } from '../mutation/mutants.ts'

const { config } = await loadModel('withdraw')
const pageOf = (machine: AnyStateMachine) => toPage('withdraw', defineModel({ ...config, machine }), seenOf('withdraw'))
const reviewed = pageOf(config.machine)
const STORY = 'The player enters amounts that are not allowed, then a valid one'

it('the review finds no change between equal pages', () => {
  expect(changesOf(reviewed, pageOf(config.machine))).toEqual([])
})

it('the review does not compare the texts on the screen', () => {
  const older = reviewed
    .replaceAll(' | The player also sees |', ' |')
    .replaceAll(/ \| (?:(?:e\.g\. )?[“[].*|–) \|$/gm, ' |')
    .replaceAll(/^(\d+\. .*?)(?::| –) (?:e\.g\. )?[“[].*$/gm, '$1')
    .replaceAll(/^On the screen: .*$/gm, '')
  expect(older).not.toContain('บาท')
  expect(changesOf(older, reviewed)).toEqual([])
})

it('the review reports each step that ends in a different state, and the shortened story, if a guard is forced to false', () => {
  const changes = changesOf(reviewed, pageOf(config.machine.provide({ guards: { isWrong: () => false } })))
  const wrong = ['above the maximum', 'below the minimum or missing', 'more than the main wallet holds'].map(
    (amount) => `editing: the player submits the withdrawal (amount: ${amount})`,
  )
  const fallen = 'confirming: the player confirms after the main wallet has fallen to 50 baht, less than the amount'
  expect(changes).toEqual([
    `- ${STORY}: the player submits the withdrawal → confirming, or stays`,
    `+ ${STORY}: the player submits the withdrawal → confirming`,
    expect.stringContaining(`- ${STORY}: the player enters 99.99 baht`),
    expect.stringContaining(`- ${STORY}: the player enters 50,000.01 baht`),
    expect.stringContaining(`- ${STORY}: the player enters 60,000.01 baht`),
    expect.stringContaining(`- ${STORY}: the player presses “all”`),
    ...wrong.flatMap((amount) => [`- ${amount} → stays`, `+ ${amount} → confirming`]),
    `- ${fallen} → editing`,
    `+ ${fallen} → attempting`,
  ])
})

it('the review reports the story steps that become impossible if a guard is forced to true', () => {
  const changes = changesOf(reviewed, pageOf(config.machine.provide({ guards: { isWrong: () => true } })))
  expect(changes).toContain('- The player withdraws 100 baht and it is accepted: the player confirms → attempting')
})

/** Returns the changes to a page, or the error if the machine cannot run. */
function changesIn(kept: string, now: () => string): string[] {
  try {
    return changesOf(kept, now())
  } catch (error) {
    return [String(error)]
  }
}

const mutants = mutantsOf(config.machine.config as Config)
it.each(mutants.map(({ words, config: faulty }) => [words, faulty] as const))(
  'the review reports the injected fault: %s',
  (_, faulty) => {
    const mutant: AnyStateMachine = createMachine(faulty as never, config.machine.implementations as never)
    expect(changesIn(reviewed, () => pageOf(mutant))).not.toEqual([])
  },
)

type Guard = (args: never, params: never) => boolean
type Guards = Record<string, Guard>
const all = await Promise.all(stems.map(async (stem) => [stem, (await loadModel(stem)).config] as const))
describe.each(all)('the review of %s', (stem, config) => {
  const { machine } = config
  const guards = Object.entries(machine.implementations.guards as Guards)
  // without the texts of the screen, which are not compared
  const page = (faulty: AnyStateMachine) => toPage(stem, defineModel({ ...config, machine: faulty }), {})
  if (guards.length === 0)
    return it('finds no guards to force', () => expect(machine.implementations.guards).toEqual({}))
  const kept = page(machine)
  // these faults also cover an inverted guard, because its first result equals that of one of them
  const faults: Guards = { 'forced to true': () => true, 'forced to false': () => false }
  it.each(guards.map(([name]) => name))(
    'reports a difference if the guard %s is forced to true or to false',
    (name) => {
      const unnamed = Object.entries(faults).filter(
        ([, fault]) => changesIn(kept, () => page(machine.provide({ guards: { [name]: fault } }))).length === 0,
      )
      expect(unnamed.map(([fault]) => fault)).toEqual([])
    },
  )
})
