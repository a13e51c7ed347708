import { fromCallback, fromPromise } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { asFailure, type Failure } from '#contract/failure.ts'

/** The failure of an actor that src/actors did not provide. */
const missing: Failure = { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: 'not provided' }

/** Declares an invoked actor by its input and output types. src/actors provides the real one. */
export const stubActor = <Output, Input = undefined>() => fromPromise<Output, Input>(() => Promise.reject(missing))

/** A call of the contract as a machine names it. Rejects with a Failure. */
export const call = <C extends Call>() => stubActor<CallReply<C>, CallInput<C>>()

/** The failure of an invoked actor, as params of a guard or an action. */
export const failureIn = ({ event }: { event: { error: unknown } }): Failure => asFailure(event.error)

/** The output of an invoked actor, as params of a guard or an action. */
export const outputIn = <O>({ event }: { event: { output: O } }): O => event.output

/** The guard or action with this name, whose params are the failure or the output of an invoked actor. */
export const byFailure = <const N extends string>(type: N) => ({ type, params: failureIn }) as const
export const byOutput = <const N extends string>(type: N) => ({ type, params: outputIn }) as const

/** Server time in epoch ms: sent at once, then every second, and at once when the page becomes visible again. */
export type ClockTick = { type: 'clock.tick'; now: number }
export const clock = fromCallback(() => {})
