import { fromCallback, fromPromise } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { asFailure, type Failure } from '#contract/failure.ts'

/** The failure of an actor for which src/actors provides no implementation. */
const missing: Failure = { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: 'not provided' }

/** Declares an invoked actor by its input and output types. The implementation is in src/actors. */
export const stubActor = <Output, Input = undefined>() => fromPromise<Output, Input>(() => Promise.reject(missing))

/** Declares an actor for a contract call. The actor rejects with a Failure. */
export const call = <C extends Call>() => stubActor<CallReply<C>, CallInput<C>>()

/** Returns the failure of an invoked actor, for the params of a guard or an action. */
export const failureIn = ({ event }: { event: { error: unknown } }): Failure => asFailure(event.error)

/** Returns the output of an invoked actor, for the params of a guard or an action. */
export const outputIn = <O>({ event }: { event: { output: O } }): O => event.output

/**
 * `byFailure` returns the guard or action with this name, with an invoked actor's failure as its params. `byOutput`
 * does the same with the actor's output.
 */
export const byFailure = <const N extends string>(type: N) => ({ type, params: failureIn }) as const
export const byOutput = <const N extends string>(type: N) => ({ type, params: outputIn }) as const

/**
 * A tick of the server's clock, in epoch ms. It is sent immediately, then every second, and also whenever the page is
 * hidden or becomes visible again.
 */
export type ClockTick = { type: 'clock.tick'; now: number }
export const clock = fromCallback(() => {})
