import { basename } from 'node:path'
import type { AskedStory } from '../../e2e/paths/asked.ts'
import { toLog } from '../laws/live.ts'
import { addressIn, ownerOf, type Replay, readStory, replay, startOf } from '../laws/story.ts'
import { saveLog } from './inspector-log.ts'
import { loadModel } from './models.ts'
import { stemOf } from './page.ts'

const nameOf = (file: string) => basename(file, '.json')

/**
 * Replays a story and prints it, with the machine's state in each tab after each move. Fails if the story breaks a law.
 */
export async function tellStory(stem: string, file: string) {
  const story = readStory(file)
  const { moves, impossible, broken } = replay(story)
  const address = addressIn(story, (await loadModel(stem)).config.machine.id)
  for (const fault of story.faults) console.log(`Seeded: ${fault}`)
  for (const [at, { words, told, states }] of moves.entries()) {
    console.log(`${at + 1}. ${words} → ${states.map((each) => each[address] ?? 'not running').join(' | ')}`)
    if (told !== words) console.log(`   This can no longer happen: ${told}`)
  }
  if (impossible !== null) console.log(`This can no longer happen: ${impossible}`)
  else if (broken.length === 0) console.log('The story breaks no law')
  for (const law of broken) console.log(`BROKEN ${law}`)
  if (broken.length > 0) process.exitCode = 1
}

/** Replays a story and saves it as a log that the inspector can open. */
export function recordStory(file: string) {
  const story = readStory(file)
  saveLog(nameOf(file), toLog(story, replay(story)))
}

/** The first tab's events that a model describes in words. */
const eventsIn = ([steps = []]: Replay['opened']): AskedStory['opened'] =>
  steps
    .flatMap(({ messages }) => messages ?? [])
    .flatMap(({ words, ...rest }) => (words === undefined ? [] : { words, ...rest }))

/**
 * Returns the moves of a story that can happen in the product, in the form that a browser run needs. `machine` is the
 * id of the machine whose states are compared, by default the machine that owns the change. Throws if the story's page
 * cannot be opened in a browser.
 */
export function storyFor(file: string, machine?: string): AskedStory {
  const story = readStory(file)
  const { opened, moves, impossible } = replay(story, [])
  const id = machine ?? ownerOf(story)
  const address = addressIn(story, id)
  const start = startOf(story)
  if (start === undefined) throw new Error(`The page of ${file} has no start in a browser`)
  return {
    ...{ name: nameOf(file), stem: stemOf(id), address, start, impossible, opened: eventsIn(opened) },
    moves: moves.map(({ words, move, states, steps }) => ({
      ...{ words, move, events: eventsIn(steps), state: states[0]?.[address] ?? null },
    })),
  }
}
