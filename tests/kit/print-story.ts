import { mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { AskedStory } from '../../e2e/paths/asked.ts'
import { toLog } from '../laws/live.ts'
import { addressIn, ownerOf, type Replay, readStory, replay, startOf } from '../laws/story.ts'
import { loadModel } from './models.ts'
import { stemOf } from './page.ts'

/** The folder of logs for the inspector. */
const LOGS = 'test-results/inspector'
const nameOf = (file: string) => basename(file, '.json')

/** Prints a replayed story, with the machine's state in each tab after each move. Fails if it breaks a law. */
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

/** Saves a replayed story as a log that the inspector opens. */
export function recordStory(file: string) {
  const story = readStory(file)
  const log = `${LOGS}/${nameOf(file)}.json`
  mkdirSync(LOGS, { recursive: true })
  writeFileSync(log, `${JSON.stringify(toLog(story, replay(story)), null, 1)}\n`)
  console.log(`saved: ${log}\nTo play it: npm run dev, open its address with /inspect.html, and choose "Open log"`)
}

/** The events of the first tab that a model has words for. */
const eventsIn = ([steps = []]: Replay['opened']): AskedStory['opened'] =>
  steps
    .flatMap(({ messages }) => messages ?? [])
    .flatMap(({ words, ...rest }) => (words === undefined ? [] : { words, ...rest }))

/**
 * The moves of a story that can happen on the product, as a browser needs them. `machine`: the id of the machine whose
 * states are compared; if it is missing, the one that owns the change. Throws if the page has no start in a browser.
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
