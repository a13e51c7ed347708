import type { Choice } from '../../tests/kit/choose.ts'
import type { Message } from '../../tests/laws/actors.ts'
import type { Move } from '../../tests/laws/flow.ts'

/** An event that a machine receives, in the words of its model. */
type Asking = Required<Message>
/**
 * A story of `npm run prove`, for a browser. `stem` and `address`: its machine; `start`: the start of the machine's
 * model; `opened`: what the machines receive when the page has opened. `events`: what they receive in a move, except the
 * server's answer to the change; `state`: the machine's state after the move, null if it does not run. `impossible`: the
 * move at which the story ends on this product.
 */
export type AskedStory = {
  name: string
  stem: string
  address: string
  start: string
  opened: readonly Asking[]
  moves: readonly { words: string; move: Move; events: readonly Asking[]; state: string | null }[]
  impossible: string | null
}
/**
 * The options of `npm run paths -- [NAME] --run browser`: paths, machines, and how to show them. `slow` is the time
 * between two actions, in ms.
 */
export type Asked = Choice & {
  stems: readonly string[]
  headed: boolean
  slow: number
  video: boolean
  stories: readonly AskedStory[]
}

const NAME = 'PATHS'

/** Returns the environment variable that passes the options to Playwright. */
export const asking = (asked: Asked): Record<string, string> => ({ [NAME]: JSON.stringify(asked) })
/** Returns the options. Throws if they are missing from the environment. */
export function asked(): Asked {
  const text = process.env[NAME]
  if (!text) throw new Error('Run it by: npm run paths -- [NAME] --run browser')
  return JSON.parse(text) as Asked
}
