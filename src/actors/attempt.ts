import type { PromiseActorLogic } from 'xstate'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import type { Effect, Own, Position, Reading } from '#contract/evidence.ts'
import { PAGE_SIZE, statementCalls } from '#contract/statement.ts'
import { inGames, type WalletOverview, walletCalls } from '#contract/wallet.ts'
import { type Attempt, attemptMachine, type Terms } from '#machines/lib/attempt.ts'
import { request, wire } from '#src/api/request.ts'
import { clearPending, storePending } from '#src/lib/pending.ts'
import { timeLimit } from '#src/lib/time-limit.ts'
import { requestActor } from './call.ts'

/** The wallet as it was just read, and the input of the change whose outcome is unknown. */
type Known<I> = { overview: WalletOverview; input: I; signal: AbortSignal }
/**
 * Reads a flow's own data about a change whose outcome is unknown. Returns null if the flow has no such data. Rejects
 * with a Failure.
 */
export type ReadOwn<I = unknown> = (known: Known<I>) => Promise<Own | null>
/**
 * Returns the effect of a flow's change. `before` is the member's money before the change, or null if it is unknown.
 */
export type EffectOf<I> = (input: I, before: Position | null) => Effect | null
/** The evidence that a flow contributes in addition to the wallet and the statement. */
export type Knowledge<I> = { readOwn?: ReadOwn<I>; effectOf?: EffectOf<I> }

/** Returns an actor that sends the call of an attempt with the attempt's key. */
export const attemptCall = <C extends Call>(call: C) =>
  requestActor<CallReply<C>, Attempt<Omit<CallInput<C>, 'key'>>>(({ input, key }, signal) =>
    request(call, { ...input, key } as CallInput<C>, signal),
  )

/** How long a change may wait for the wallet to be read first, in ms. */
const READ_BEFORE = 5_000

async function readMoney(signal: AbortSignal) {
  const [overview, { total, statements }] = await Promise.all([
    request(walletCalls['wallet.get'], {}, signal),
    request(statementCalls['statement.list'], { page: 1, limit: PAGE_SIZE }, signal),
  ])
  // a game that is unreadable in only one of two readings would make it look as if money had moved
  const games = overview.unread > 0 ? null : inGames(overview)
  return { overview, position: { main: overview.wallet.amount, games, rows: total }, newest: statements }
}

const terms = requestActor<Terms, undefined>(async (_, signal) => {
  const { offers } = await wire.site()
  if (offers.includes('keys')) return { isRepeatable: true, before: null }
  const limit = timeLimit(READ_BEFORE, signal)
  const before = await readMoney(limit.signal).catch(() => null) // if this fails, less evidence can be shown later
  limit.end()
  return { isRepeatable: false, before: before?.position ?? null }
})
const look = <I>({ readOwn, effectOf }: Knowledge<I>) =>
  requestActor<Reading, Attempt<I>>(async ({ input, before = null }, signal) => {
    const { overview, position, newest } = await readMoney(signal)
    // if the flow's own data cannot be read, the evidence is shown without it
    const own = await readOwn?.({ overview, input, signal }).catch(() => null)
    return { ...position, newest, own: own ?? null, effect: effectOf?.(input, before) ?? null }
  })

/** Returns the machine of an attempt, connected to its call. */
export const attempt = <I, O>(call: PromiseActorLogic<O, Attempt<I>>, knowledge: Knowledge<I> = {}) =>
  attemptMachine<I, O>().provide({ actors: { call, terms, look: look(knowledge) } })

/**
 * Like {@link attempt}, but this tab also stores the attempt until its outcome is known, under the name that `nameOf`
 * returns for the input.
 */
export const keptAttempt = <I, O>(
  call: PromiseActorLogic<O, Attempt<I>>,
  nameOf: (input: I) => string,
  knowledge?: Knowledge<I>,
) =>
  attempt(call, knowledge).provide({
    actions: {
      savePending: ({ context: { key, input, isRepeatable, before } }) =>
        storePending(nameOf(input), { key, input, isRepeatable, before }),
      clearPending: ({ context: { input } }) => clearPending(nameOf(input)),
    },
  })
