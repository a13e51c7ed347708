import type { PromiseActorLogic } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { type Attempt, attemptMachine } from '#machines/attempt.ts'
import { request } from '#src/api/request.ts'
import { dropPending, keepPending } from '#src/lib/pending.ts'
import { asking } from './call.ts'

/** The call that an attempt makes, with the attempt's key. */
export const attemptCall = <C extends Call>(call: C) =>
  asking<CallReply<C>, Attempt<Omit<CallInput<C>, 'key'>>>(({ input, key }, signal) =>
    request(call, { ...input, key } as CallInput<C>, signal),
  )

/** An attempt joined to its call. */
export const attempt = <I, O>(call: PromiseActorLogic<O, Attempt<I>>) =>
  attemptMachine<I, O>().provide({ actors: { call } })

/** The same, kept in this tab until it is answered, under the name that `nameOf` gives to what is asked for. */
export const keptAttempt = <I, O>(call: PromiseActorLogic<O, Attempt<I>>, nameOf: (input: I) => string) =>
  attempt(call).provide({
    actions: {
      savePending: ({ context: { key, input } }) => keepPending(nameOf(input), { key, input }),
      dropPending: ({ context: { input } }) => dropPending(nameOf(input)),
    },
  })
