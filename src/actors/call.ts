import { fromPromise } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { request } from '#src/api/request.ts'

/**
 * Returns an actor that runs `ask`. When the actor is stopped, it aborts the request and reports nothing. StrictMode
 * restarts the same actor, which must not receive the failure of its first run.
 */
export const requestActor = <Output, Input>(ask: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) =>
    ask(input, signal).catch((failure) => (signal.aborted ? new Promise<never>(() => {}) : Promise.reject(failure))),
  )

/** Returns an actor that makes a contract call with the function `send`, by default `request`. */
export const callActor = <C extends Call>(call: C, send: typeof request<C> = request) =>
  requestActor<CallReply<C>, CallInput<C>>((input, signal) => send(call, input, signal))

/** Returns an actor that makes a call without input, such as a lookup. */
export const lookupActor = <C extends Call>(call: C) =>
  requestActor<CallReply<C>, undefined>((_, signal) => request(call, {} as CallInput<C>, signal))

type CallActors<T extends Record<string, Call>> = { [N in keyof T]: ReturnType<typeof callActor<T[N]>> }

/** Returns actors for all calls of a domain, by the name of the call. */
export const callActors = <T extends Record<string, Call>>(calls: T): CallActors<T> =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callActor(call)])) as CallActors<T>
