import type { EventObject } from 'xstate'
import type { Model, Path } from './model.ts'
import { leavesOf, nameOf, nodesOf, settledStates } from './states.ts'

/**
 * The name under which `cites` lists a step's event: the id of the invoked actor, the name of the delay, or else the
 * event type.
 */
const citedAs = ({ type }: EventObject): string =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1] ?? /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? type

const byNumber = (a: string, b: string) =>
  a.charAt(0).localeCompare(b.charAt(0)) * -1 || Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, ''))

/** The requirements that a path covers, found by its step texts and the names of its states and events. */
export function citesOf({ config: { cites = {} } }: Model, path: Path): string[] {
  const names = path.flatMap(({ event, words, state }) => [citedAs(event), words, ...leavesOf(state).map(nameOf)])
  const ids = names.flatMap((name) => (Object.hasOwn(cites, name) ? (cites[name]?.split(', ') ?? []) : []))
  return [...new Set(ids)].sort(byNumber)
}

/** All names and step texts of a machine that may appear in `cites`. */
export function citable(model: Model): string[] {
  const { machine, events, outcomes = {} } = model.config
  const invoked = nodesOf(machine.root).flatMap(({ invoke }) => invoke.map(({ id }) => id))
  const states = settledStates(machine).map(nameOf)
  const named = Object.keys({ ...events, ...outcomes, ...machine.implementations.delays })
  return [...states, ...named, ...invoked, ...model.words]
}

/**
 * The requirements in a machine's docstring that no path covers, with the reason. The docstring of `attempt` cites
 * none.
 */
export const beside: Record<string, string> = {
  bonus: 'R227, R366', // no fixture has a weekly bonus, and no screen calls `bonus/check/minimum`
  'chat-box': 'R289, R291', // every file name in the fixtures has an extension, and no fixture has a video
  'chat-line': 'R380', // this machine does not run without a configured chat
  'chat-message': 'R375, R376', // no fixture has a video, and no path waits for five minutes
  'game-account': 'D-26', // the form is posted only after the machine's request has ended
  'qr-deposit': 'R269, R270, R272, R273, R274, D-49', // the paths use WW only
  refund: 'R127, R346', // every fixture has a refund, and no screen calls addWallet
  register: 'R51', // the code is stored before the machine starts
  session: 'R388, R389, R391', // they concern texts, and errors that the wire handles before the machine receives them
  'slip-upload': 'R337', // no path waits for five minutes
}
