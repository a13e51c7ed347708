import type { CallName } from '#contract/calls.ts'
import type { Switch } from '#server/switches.ts'
import type { Faults } from '../pages/faults.ts'
import type { Options, Tools } from '../pages/test.ts'
import type { Line } from './line.ts'

/** What may be used to bring something about. */
export type It = Tools & {
  line: Line
  /** What the browser complains of. */
  faults: Faults
  /** What goes into the machine as the path begins. */
  input: object
  /** What happens on the path, step by step. */
  words: readonly string[]
  /** The next call of this name is refused with a code; without one it is never answered; `gone`: the site is shut down, `invalid-token`: nobody is signed in. */
  spoil: (call: CallName, code?: string) => Promise<void>
  /** An event from elsewhere that nothing on the screen leads to, as things stand, is sent to the machine. */
  send: (type: string, payload?: object) => Promise<void>
  /** Where the machine is now. */
  place: () => Promise<string>
}
export type Happening = (it: It) => Promise<unknown>
/** The operator has turned a switch of the site. */
export const turned =
  (name: Switch, isOn: boolean): Happening =>
  ({ sandbox }) =>
    sandbox.turn(name, isOn)
/** What the product never does: a path that asks for it ends there, and the report says why. */
export class Never extends Error {}
export const never =
  (why: string): Happening =>
  () =>
    Promise.reject(new Never(`the product cannot go on here: ${why}`))

/** How the real world brings about what a model says, by its words. */
export type World = {
  as: Options['as']
  /** Its screen stands beside all others where there is room: looked at on a wide screen. */
  isWide?: true
  /** What leads to each start; the page stands then. */
  starts: Record<string, Happening>
  /** What the context of the actor that is meant holds, where one screen has several of the machine. */
  which?: Record<string, unknown>
  /** The addresses of what those others ask of the server: never held. */
  others?: RegExp
  /** What an invoked actor loads, by its address, where it asks nothing of the server. */
  files?: Record<string, string>
  /** What the world must be like for an invoked actor to answer so. How a call fails the model says. */
  answers?: Record<string, Record<string, Happening>>
  /** More calls that wait, until the world lets them through or for good: what its children and its neighbours ask. */
  held?: readonly CallName[]
  /** What the machine's children, real here too, are led to. */
  children?: Record<string, Record<string, Happening>>
  /** What the world must be like for the player to do it. */
  before?: Record<string, Happening>
  /** What comes from elsewhere. */
  events?: Record<string, Happening>
  /** States, or steps into one (`what happens → state`), that are left by themselves at once: that the machine has come by them is all that can be seen. */
  passing?: readonly string[]
  /** Texts and names of controls of the model's data that are otherwise here: not looked for. */
  beyond?: RegExp
  /** What is typed in place of a text of the model that serves only once, or nobody here knows. */
  says?: Record<string, (it: It) => string | Promise<string>>
}
