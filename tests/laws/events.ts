import type { AnyStateMachine, EventObject } from 'xstate'
import { answered, failed } from '#tests/kit/answered.ts'
import type { ModelConfig } from '#tests/kit/model.ts'
import type { Vertex } from './tab.ts'

/** The words of a model, for its events and the answers to what its machine asks. */
export type Worded = Pick<ModelConfig<AnyStateMachine>, 'machine' | 'events' | 'outcomes'>
/**
 * Words of a model, and the address of the model's machine. `type`: the event's, if several events have the words;
 * `payload`: what the event carries, if no model has the words.
 */
export type Words = readonly [address: string, words: string, type?: string, payload?: object]

/** The event with which an actor answers, or fails. */
export const doneOf = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as EventObject
export const errorOf = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error }) as EventObject

/** Returns the event that a model describes with these words. */
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
/** The leaf states of the machine at an address; none if it is not running. */
export const partsOf = ({ states }: Vertex, address: string) => states[address]?.split(' + ') ?? []
