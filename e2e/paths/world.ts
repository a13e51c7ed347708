import type { CallName } from '#contract/calls.ts'
import type { Options, Tools } from '../pages/test.ts'
import type { Line } from './line.ts'

/** What may be used to bring something about. */
export type It = Tools & {
  line: Line
  /** What goes into the machine as the path begins. */
  input: object
  /** The next call of this name is refused with a code; without one it is never answered. */
  spoil: (call: CallName, code?: string) => Promise<void>
}
export type Happening = (it: It) => Promise<unknown>

/** How the real world brings about what a model says, by its words. */
export type World = {
  as: Options['as']
  /** What leads to each start; the page stands then. */
  starts: Record<string, Happening>
  /** What an invoked actor asks of the server, where that is not the one call of its name. */
  calls?: Record<string, readonly CallName[]>
  /** What the world must be like for an invoked actor to answer so. What failure there is to be is known without. */
  answers?: Record<string, Record<string, Happening>>
  /** The calls of its attempts: what goes out with a key, may stay without an answer, and is asked for again. */
  attempts?: readonly CallName[]
  /** What the machine's children, real here too, are led to. */
  children?: Record<string, Record<string, Happening>>
  /** What comes from elsewhere. */
  events?: Record<string, Happening>
  /** Texts and names of controls of the model's data that are otherwise here: not looked for. */
  beyond?: RegExp
  /** What is typed in place of a text of the model that serves only once, or nobody here knows. */
  says?: Record<string, (it: It) => string | Promise<string>>
}
