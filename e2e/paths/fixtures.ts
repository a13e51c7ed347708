import type { CallName } from '#contract/calls.ts'
import type { Switch } from '#server/core/switches.ts'
import type { Faults } from '../pages/faults.ts'
import type { Options, Tools } from '../pages/test.ts'
import type { Line } from './line.ts'

/** The tools that a fixture receives. */
export type It = Tools & {
  line: Line
  /** Errors that the browser reports. */
  faults: Faults
  /** The machine's input at the start of the path. */
  input: object
  /** The descriptions of the path's steps. */
  words: readonly string[]
  /** The descriptions of the steps before the current one. */
  past: readonly string[]
  /** The descriptions of the steps after the current one. */
  rest: readonly string[]
  /**
   * Makes the next call with this name fail with `code`, or without a reply if there is no code. The code `gone` means
   * that the site is shut down, and `invalid-token` that the user is signed out.
   */
  spoil: (call: CallName, code?: string) => Promise<void>
  /** Sends the machine an event that no control on the screen triggers. */
  send: (type: string, payload?: object) => Promise<void>
  /** Returns the current state of the machine. */
  place: () => Promise<string>
}
export type Arrange = (it: It) => Promise<unknown>
/** Sets a site switch, as the operator does. */
export const turned =
  (name: Switch, isOn: boolean): Arrange =>
  ({ sandbox }) =>
    sandbox.turn(name, isOn)
/** Thrown at a step that the product can never take. The path ends there, and the report shows the reason. */
export class Never extends Error {}
export const never =
  (why: string): Arrange =>
  () =>
    Promise.reject(new Never(`the product cannot go on here: ${why}`))

type WordsIn<Of, Part extends string> = Of extends { [P in Part]: infer Cases } ? keyof Cases & string : never
type Outcomes<Of extends Worded> = Of['config'] extends { outcomes: infer All extends object } ? All : object
/** The descriptions of all events in a model. */
type EventWords<Of extends Worded> = {
  [T in keyof Of['config']['events']]: keyof Of['config']['events'][T] & string
}[keyof Of['config']['events']]
/** The descriptions of an invoked actor's replies and failures. */
type AnswerWords<Of extends Worded, Id extends keyof Outcomes<Of>> =
  | WordsIn<Outcomes<Of>[Id], 'done'>
  | WordsIn<Outcomes<Of>[Id], 'error'>
type Answers<Of extends Worded> = {
  [Id in keyof Outcomes<Of>]?: Arranged<AnswerWords<Of, Id>>
}
/** `never` if `Words` is empty, because an empty object type would accept anything. */
type Arranged<Words extends PropertyKey> = [Words] extends [never] ? never : { [W in Words]?: Arrange }
/** The sections of a model whose keys are sentences. */
type Worded = { config: { starts: object; events: object } }

/** Functions that cause a model's steps on the real site, keyed by the model's labels. */
export type Fixtures<Of extends Worded> = {
  as: Options['as']
  /** Uses a wide screen, which shows this section of the page next to all others. */
  isWide?: true
  /** Functions that bring the site into each of the model's starting states, and wait until the page has loaded. */
  starts: string extends keyof Of['config']['starts'] ? never : { [W in keyof Of['config']['starts']]: Arrange }
  /** Context values that identify the actor, if one screen has several actors of the machine. */
  which?: Record<string, unknown>
  /** The addresses that the machine's other actors request. Calls to them are never held. */
  others?: RegExp
  /** The address of the file that an invoked actor loads, if it makes no call. */
  files?: { [Id in keyof Outcomes<Of>]?: string }
  /** Invoked actors that make no call, because the site already has the data from an earlier call. */
  known?: readonly (keyof Outcomes<Of> & string)[]
  /** Invoked actors that make only one of their possible calls each time. */
  either?: readonly (keyof Outcomes<Of> & string)[]
  /**
   * Functions that prepare an invoked actor's reply. An entry for a failure runs before the call fails in the way that
   * the model specifies.
   */
  answers?: keyof Outcomes<Of> extends never ? never : Answers<Of>
  /** Other calls, made by the machine's children and neighbours, to hold until the fixtures release them. */
  held?: readonly CallName[]
  /** Calls that the page aborts if their outcome arrives on the socket first. */
  dropped?: readonly CallName[]
  /** Functions that cause a child machine's reply. The real child runs here, not a stub. */
  children?: keyof Outcomes<Of> extends never ? never : Answers<Of>
  /** Functions that prepare a player's action. */
  before?: Arranged<EventWords<Of>>
  /** Functions that reply to the calls that a player's action waits for. */
  after?: Arranged<EventWords<Of>>
  /** Functions that cause an event that does not come from the player. */
  events?: Arranged<EventWords<Of>>
  /**
   * States that the machine leaves immediately; the path only needs to pass through them. An entry `event → state`
   * covers only that way into the state.
   */
  passing?: readonly string[]
  /** Texts and control names that differ between the real site and the model's data, and are therefore not compared. */
  beyond?: RegExp
  /** Replacements for typed texts of the model that work only once or do not exist on the real site. */
  says?: Record<string, (it: It) => string | Promise<string>>
}

type Named<T = Arrange> = Record<string, T>
/** The fixtures of any machine, as the runner uses them. */
export type AnyFixtures = Omit<
  Fixtures<Worded>,
  'starts' | 'files' | 'known' | 'either' | 'answers' | 'children' | 'before' | 'after' | 'events'
> & {
  starts: Named
  files?: Named<string>
  known?: readonly string[]
  either?: readonly string[]
  answers?: Named<Named>
  children?: Named<Named>
  before?: Named
  after?: Named
  events?: Named
}
