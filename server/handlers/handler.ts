import type * as v from 'valibot'
import type { Calls } from '#contract/calls.ts'
import type { InSatang } from '#contract/money.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Order } from '#server/domain/operation.ts'

/**
 * A handler returns the reply, or an Order for a change that a provider must carry out. A change runs in a transaction.
 * A read needs no transaction, because it sends a single statement, which sees a consistent snapshot of the database.
 */
type Run<I, R> = (input: I, context: HandlerContext) => Promise<R | Order>
/**
 * A change that contains slow work, such as hashing a password. `before` does that work outside a transaction and
 * returns the function to run inside one.
 */
type Slow<I, R> = { before: (input: I, context: HandlerContext) => Promise<(context: HandlerContext) => Promise<R>> }
/** One handler per call. The parsed input and the reply have the same shape as on the wire, but with money in satang. */
export type Handlers = {
  [N in keyof Calls]: HandlerOf<v.InferOutput<Calls[N]['input']>, InSatang<v.InferInput<Calls[N]['reply']>>>
}
type HandlerOf<I, R> = Run<I, R> | Slow<I, R>
/** Any handler, as run by `answer` in http/call.ts, which parses the input with the call's schema. */
export type Handler = HandlerOf<unknown, unknown>
