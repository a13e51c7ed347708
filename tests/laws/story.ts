import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { parentOf } from './actors.ts'
import { type Composition, compositions } from './compositions.ts'
import { FlowSystem, type Move } from './flow.ts'
import type { Broken, Told } from './search.ts'
import { FAULTS } from './server.ts'
import type { Step } from './tab.ts'
import type { Tab, World } from './world.ts'

/**
 * The story of a broken law, as saved to disk. `isNight`: whether the search used the nightly bounds. `faults`: the
 * faults seeded into the environment.
 */
const Story = v.object({
  composition: v.picklist(Object.keys(compositions)),
  isNight: v.boolean(),
  faults: v.array(v.picklist(FAULTS)),
  law: v.string(),
  story: v.array(v.string()),
})
export type Story = v.InferOutput<typeof Story>

/** The folder of saved stories. */
const FOLDER = 'test-results/laws'

/** Saves the story of a broken law, and returns the name of its file. */
export function saveStory(of: Omit<Story, 'law' | 'story'>, { law, story }: Broken): string {
  const file = `${FOLDER}/${of.composition}-${law.replaceAll(' ', '-')}.json`
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...of, law, story } satisfies Story, null, 2)}\n`)
  return file
}

/** Reads a saved story. Throws a one-line error if the file does not contain a story. */
export function readStory(file: string): Story {
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), Story), readFileSync(file, 'utf8'))
  if (!found.success) throw new Error(`${file} holds no story: ${found.issues[0].message}`)
  return found.output
}

/**
 * A replayed move of a story. `told`: its words in the story, which differ from `words` if the request now gets a
 * different answer. `states`: the states of the machines of each tab after the move, by address. `steps`: the steps of
 * each tab.
 */
export type Replayed = {
  told: string
  words: string
  move: Move
  states: readonly Readonly<Record<string, string>>[]
  steps: readonly (readonly Step[])[]
}
/**
 * A replayed story. `opened`: the steps with which each tab was opened. `impossible`: the first move that could not be
 * made, or null. `broken`: the laws that are broken after the last move.
 */
export type Replay = {
  opened: readonly (readonly Step[])[]
  moves: Replayed[]
  impossible: string | null
  broken: string[]
}

/**
 * The address of a machine in a story's composition. Throws a one-line error if the composition has no such machine.
 */
export function addressIn({ composition }: Story, machine: string): string {
  const { models } = (compositions[composition] as Composition).flow
  const found = Object.entries(models).find(([, { config }]) => config.machine.id === machine)
  if (!found) throw new Error(`The story is about ${composition}, which has no machine ${machine}`)
  return found[0]
}

/** The id of the machine that owns the changes of a story. */
export function ownerOf({ composition }: Story): string {
  const { calls, models } = (compositions[composition] as Composition).flow
  const [sender = ''] = Object.keys(calls)
  return models[parentOf(parentOf(sender))]?.config.machine.id ?? composition
}

/**
 * Returns the description of the start with which a browser opens the page of a story's composition. Returns undefined
 * if the flow has none. Also returns undefined if the story's server does not recognise keys, because the server of a
 * browser replay always does.
 */
export function startOf({ composition }: Story): string | undefined {
  const { start, isPlain } = (compositions[composition] as Composition).flow
  return isPlain ? undefined : start
}

/** Returns the description of a network move without the answer at its end. */
const withoutAnswer = (words: string) => words.slice(0, words.lastIndexOf(': '))
/** True if this is the move from the story, but its request now has a different answer. */
const isAnsweredElse = ({ words, move }: Told<Move>, told: string) =>
  (move.type === 'arrive' || move.type === 'receive') && withoutAnswer(words) === withoutAnswer(told)

/**
 * Replays the moves of a story on the product's machines, with the story's faults or with others. If a request now gets
 * a different answer, the replay continues with that answer.
 */
export function replay({ composition, isNight, story, ...rest }: Story, faults = rest.faults): Replay {
  const { flow, bounds, night } = compositions[composition] as Composition
  const taken = new Map<Tab, Step[]>()
  const system = new FlowSystem(flow, isNight ? night : bounds, faults, (tab, step) =>
    taken.set(tab, [...(taken.get(tab) ?? []), step]),
  )
  const stepsIn = ({ tabs }: World) => tabs.map((tab) => taken.get(tab) ?? [])
  let world = system.first
  const opened = stepsIn(world)
  const moves: Replayed[] = []
  for (const told of story) {
    const possible: (Told<Move> & { next: World })[] = []
    taken.clear()
    system.expand(world, (next, _, tell) => possible.push({ next, ...tell() }))
    const found = possible.find(({ words }) => words === told) ?? possible.find((each) => isAnsweredElse(each, told))
    if (!found) return { opened, moves, impossible: told, broken: [] }
    const { next, words, move } = found
    world = next
    const states = world.tabs.map(({ at }) => system.tabs.vertex(at).states)
    moves.push({ told, words, move, states, steps: stepsIn(world) })
  }
  const broken = system.laws.filter(({ holds }) => !holds(world)).map(({ name }) => name)
  return { opened, moves, impossible: null, broken }
}
