import type { EventObject } from 'xstate'
import type { Model, Path } from './model.ts'
import { leavesOf, nameOf, nodesOf, settledStates } from './states.ts'

/** The name under which a step's event is cited: its own, or that of the actor that answers, or of the delay that ends. */
const citedAs = ({ type }: EventObject): string =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1] ?? /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? type

const byNumber = (a: string, b: string) =>
  a.charAt(0).localeCompare(b.charAt(0)) * -1 || Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, ''))

/** The requirements that a path touches: those of the states it comes through, and of what happens, by its name or words. */
export function citesOf({ config: { cites = {} } }: Model, path: Path): string[] {
  const names = path.flatMap(({ event, words, state }) => [citedAs(event), words, ...leavesOf(state).map(nameOf)])
  const ids = names.flatMap((name) => (Object.hasOwn(cites, name) ? (cites[name]?.split(', ') ?? []) : []))
  return [...new Set(ids)].sort(byNumber)
}

/** The words of every case that a path can come by: of a start, of an event, of an answer. */
const wordsIn = ({ config: { starts, events, outcomes = {} } }: Model): string[] => [
  ...Object.keys(starts),
  ...Object.values<object>(events).flatMap((cases) => Object.keys(cases)),
  ...Object.entries(outcomes).flatMap(([id, { done = {}, error = {} }]) => [
    ...Object.keys(done).map((name) => `${id} answers: ${name}`),
    ...Object.keys(error).map((name) => `${id} fails: ${name}`),
  ]),
]

/** All that can be cited of a machine. */
export function citable(model: Model): string[] {
  const { machine, events, outcomes = {} } = model.config
  const invoked = nodesOf(machine.root).flatMap(({ invoke }) => invoke.map(({ id }) => id))
  const states = settledStates(machine).map(nameOf)
  const named = Object.keys({ ...events, ...outcomes, ...machine.implementations.delays })
  return [...states, ...named, ...invoked, ...wordsIn(model)]
}

/** What a machine’s docstring names and none of its paths comes by, and why; of `attempt` it names nothing. */
export const beside: Record<string, string> = {
  bonus: 'R227, R366', // no bonus of a week is among the cases, and no screen asks for the minimum
  'chat-box': 'R289, R291', // every name among the cases has an extension, and none is a video’s
  'chat-line': 'R380', // where no chat is configured this machine does not run
  'chat-message': 'R375, R376', // no video is among the cases, and no path waits for five minutes
  'game-account': 'D-26', // the form is posted behind the actor that enters the game
  'qr-deposit': 'R269, R270, R272, R273, R274, D-49', // the paths go by WW alone
  refund: 'R127, R346', // there is something to get back in every case, and no screen calls addWallet
  register: 'R51', // the code is kept before the machine starts
  session: 'R388, R389, R391', // texts, and what the wire has sorted before the machine hears of it
  'slip-upload': 'R337', // no path waits for five minutes
}
