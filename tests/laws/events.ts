import type { AnyStateMachine, EventObject } from 'xstate'
import { answered, failed } from '#tests/kit/answered.ts'
import type { ModelConfig } from '#tests/kit/model.ts'
import type { Vertex } from './tab.ts'

/** The parts of a model that describe events and the outcomes of calls in words. */
export type Worded = Pick<ModelConfig<AnyStateMachine>, 'machine' | 'events' | 'outcomes'>
/**
 * An event given by its description in a model, and the address of the model's machine. `type`: the event's type, if
 * several events share the description. `payload`: the event's data, if no model contains the description.
 */
export type Words = readonly [address: string, words: string, type?: string, payload?: object]

/** The events that a parent receives when its actor finishes or fails. */
export const doneOf = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as EventObject
export const errorOf = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error }) as EventObject

/** Returns the event that a model describes with these words. Throws if there is none. */
export function eventOf(model: Worded, words: string, only?: string): EventObject {
  const { machine, events, outcomes = {} } = model
  for (const [type, cases] of Object.entries<Record<string, object>>(events))
    if (Object.hasOwn(cases, words) && (only ?? type) === type) return { type, ...cases[words] }
  for (const [id, { done = {}, error = {} }] of Object.entries(outcomes)) {
    const answer = Object.keys(done).find((name) => answered(id, name) === words)
    if (answer !== undefined) return doneOf(id, done[answer])
    const failure = Object.keys(error).find((name) => failed(id, name) === words)
    if (failure !== undefined) return errorOf(id, error[failure])
  }
  throw new Error(`${machine.id} has no words "${words}"`)
}
/** The leaf states of the machine at an address. Empty if the machine is not running. */
export const partsOf = ({ states }: Vertex, address: string) => states[address]?.split(' + ') ?? []
