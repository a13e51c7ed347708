import type { Choice } from '../../tests/kit/choose.ts'
import type { Message } from '../../tests/laws/actors.ts'
import type { Move } from '../../tests/laws/flow.ts'

/** An event, the address of the machine that receives it, and the model's description of it. */
type Asking = Required<Message>
/**
 * A story of `npm run prove`, for replay in a browser.
 *
 * - `stem`, `address`: the story's machine
 * - `start`: the start of that machine's model
 * - `opened`: the events that the machines receive once the page has opened
 * - `events`: the events that the machines receive in a move, except the server's reply to the change
 * - `state`: the machine's state after the move, or null if the machine is not running
 * - `impossible`: the move that this product cannot make and at which the story therefore ends, or null
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
 * The options of `npm run paths -- [NAME] --run browser`: which paths of which machines to run, and how to show them.
 * `slow` is the pause between two actions, in ms.
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
