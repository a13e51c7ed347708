import { expect, it } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { defineModel } from '#tests/kit/model.ts'
import { loadModel } from '#tests/kit/models.ts'
import { toPage } from '#tests/kit/page.ts'
import { changesOf } from '#tests/kit/reviewed.ts'
import { type Config, mutantsOf } from '../mutation/mutants.ts'

const { config } = await loadModel('withdraw')
const pageOf = (machine: AnyStateMachine) => toPage('withdraw', defineModel({ ...config, machine }))
const reviewed = pageOf(config.machine)

it('finds no change in a page that says the same', () => {
  expect(changesOf(reviewed, pageOf(config.machine))).toEqual([])
})

it('names each step that a guard forced to false leads elsewhere, and no other', () => {
  const changes = changesOf(reviewed, pageOf(config.machine.provide({ guards: { isWrong: () => false } })))
  const cases = [
    'read answers: from 100 to 50,000 baht',
    'read answers: the same, and a bonus is held',
    'the player enters 50,000.01 baht, above the maximum',
    'the player enters 60,000.01 baht, more than the main wallet holds',
    'the player enters 99.99 baht, below the minimum',
  ]
  const fallen = 'confirming: the player confirms after the main wallet has fallen to 50 baht'
  expect(changes.sort()).toEqual(
    [
      ...cases.flatMap((after) => [
        `- editing: the player withdraws (after: ${after}) → stays`,
        `+ editing: the player withdraws (after: ${after}) → confirming`,
      ]),
      `- ${fallen} → editing`,
      `+ ${fallen} → attempting`,
    ].sort(),
  )
})

it('names what a guard forced to true leaves out of a story', () => {
  const changes = changesOf(reviewed, pageOf(config.machine.provide({ guards: { isWrong: () => true } })))
  expect(changes).toContain('- The player withdraws 100 baht and it is accepted: the player confirms → attempting')
})

/** Returns the changes, or the error of a machine that cannot run. */
function changesIn(mutant: AnyStateMachine): string[] {
  try {
    return changesOf(reviewed, pageOf(mutant))
  } catch (error) {
    return [String(error)]
  }
}

const mutants = mutantsOf(config.machine.config as Config)
it.each(mutants.map(({ words, config: faulty }) => [words, faulty] as const))('names the fault: %s', (_, faulty) => {
  const mutant: AnyStateMachine = createMachine(faulty as never, config.machine.implementations as never)
  expect(changesIn(mutant)).not.toEqual([])
})
