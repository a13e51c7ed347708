import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Composition, compositions } from './compositions.ts'
import { FlowSystem, type Move } from './flow.ts'
import type { Broken } from './search.ts'
import { FAULTS } from './server.ts'

/**
 * The story of a broken law, as it is saved in a file. `isNight`: it was found within the bounds of a night; `faults`:
 * what was seeded into the environment.
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

/** Reads a saved story. Throws a one-line error if the file holds none. */
export function readStory(file: string): Story {
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), Story), readFileSync(file, 'utf8'))
  if (!found.success) throw new Error(`${file} holds no story: ${found.issues[0].message}`)
  return found.output
}

/** A move of a story that was made again. `states`: the state of each machine of each tab after it, by its address. */
export type Replayed = { words: string; move: Move; states: readonly Readonly<Record<string, string>>[] }
/**
 * A story made again. `impossible`: the first move that cannot happen; null if all did. `broken`: the laws that are
 * broken after the last move.
 */
export type Replay = { moves: Replayed[]; impossible: string | null; broken: string[] }

/**
 * The address of a machine in a story's composition. Throws a one-line error if the composition has no such machine.
 */
export function addressIn({ composition }: Story, machine: string): string {
  const { models } = (compositions[composition] as Composition).flow
  const found = Object.entries(models).find(([, { config }]) => config.machine.id === machine)
  if (!found) throw new Error(`The story is about ${composition}, which has no machine ${machine}`)
  return found[0]
}

/** The words with which the page of a story's composition starts, in its model. */
export const startOf = ({ composition }: Story): string | undefined => compositions[composition]?.flow.start

/** Makes the moves of a story again, on the product's machines and with the story's faults, or with others. */
export function replay({ composition, isNight, story, ...rest }: Story, faults = rest.faults): Replay {
  const { flow, bounds, night } = compositions[composition] as Composition
  const system = new FlowSystem(flow, isNight ? night : bounds, faults)
  const moves: Replayed[] = []
  let world = system.first
  for (const words of story) {
    const found: { next: typeof world; move: Move }[] = []
    system.expand(world, (next, _, told) => {
      const { words: other, move } = told()
      if (other === words) found.push({ next, move })
    })
    if (!found[0]) return { moves, impossible: words, broken: [] }
    const { next, move } = found[0]
    world = next
    moves.push({ words, move, states: world.tabs.map(({ at }) => system.tabs.vertex(at).states) })
  }
  return { moves, impossible: null, broken: system.laws.filter(({ holds }) => !holds(world)).map(({ name }) => name) }
}
