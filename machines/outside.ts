import { fromCallback, fromPromise } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { asFailure, type Failure } from '#contract/failure.ts'

/** Failure of an actor that nobody joined to the outside. */
const missing: Failure = { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: 'not provided' }

/** What a machine says of an actor it invokes: what goes in and what comes out. src/actors provides the real one. */
export const outside = <Output, Input = undefined>() => fromPromise<Output, Input>(() => Promise.reject(missing))

/** A call of the contract as a machine names it. Rejects with a Failure. */
export const call = <C extends Call>() => outside<CallReply<C>, CallInput<C>>()

/** Why an invoked actor failed, as params of a guard or an action. */
export const failureIn = ({ event }: { event: { error: unknown } }): Failure => asFailure(event.error)

/** Server time, epoch ms: once at once, then every second, and at once when the page is looked at again. */
export type ClockTick = { type: 'clock.tick'; now: number }
export const clock = fromCallback(() => {})
