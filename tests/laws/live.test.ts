import { expect, it } from 'vitest'
import { type Composition, compositions } from './compositions.ts'
import { FlowSystem } from './flow.ts'
import { toLog } from './live.ts'
import { replay } from './story.ts'
import { steadyBytes } from './tab.ts'

const MOVES = 6

/** A story of random moves. It skips moves that have the same description as another possible move. */
function randomStory({ flow, bounds }: Composition): string[] {
  const bytes = steadyBytes()
  const system = new FlowSystem(flow, bounds)
  const story: string[] = []
  for (let world = system.first; story.length < MOVES; ) {
    const possible: { words: string; next: typeof world }[] = []
    system.expand(world, (next, _, told) => possible.push({ words: told().words, next }))
    const counts = Map.groupBy(possible, ({ words }) => words)
    const clear = possible.filter(({ words }) => counts.get(words)?.length === 1)
    const [random = 0] = bytes(1)
    const move = clear[random % clear.length]
    if (!move) break
    story.push(move.words)
    world = move.next
  }
  return story
}

it.each(Object.entries(compositions))(
  'live machines reach the same states as the checker does, and the log lists each move: %s',
  (composition, each) => {
    const story = { composition, isNight: false, faults: [], law: '', story: randomStory(each) }
    const log = toLog(story, replay(story))
    const listed = log.flatMap((message) => (message.type === '@xstate.event' ? [message.event.type] : []))
    expect(listed).toEqual(expect.arrayContaining(story.story.map((words, at) => `${at + 1}. ${words}`)))
  },
)
