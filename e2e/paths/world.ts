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

/** How the real world brings about what a model says, by its words. What happens by itself is {@link nothing}. */
export type World = {
  as: Options['as']
  /** What leads to each start; the page stands then. */
  starts: Record<string, Happening>
  /** What an invoked actor asks of the server, where that is not the one call of its name. */
  calls?: Record<string, readonly CallName[]>
  /** What the world must be like for an invoked actor to answer so. What failure there is to be is known without. */
  answers?: Record<string, Record<string, Happening>>
  /** What the machine's children, real here too, are led to. */
  children?: Record<string, Record<string, Happening>>
  /** What comes from elsewhere. */
  events?: Record<string, Happening>
  /** Another payload for an event, where one of the model's serves only once. */
  payload?: Record<string, (it: It, payload: object) => Promise<object>>
}

/** It comes by itself. */
export const nothing: Happening = async () => {}
