import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IPolicy,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import * as v from 'valibot'
import { ApiError, NotSent } from './api-error.ts'
import { logFailure } from './log.ts'
import type { Found, GamePlayer, OrderName, Said, Step, StoredStep, World } from './world.ts'

/** The time limit for a provider's answer, and the pause after ten consecutive failures, ms (assumed). */
const PROVIDER_TIMEOUT = 15_000
const FAILURES_IN_A_ROW = 10
const LEFT_ALONE = 10_000
/** The maximum numbers of concurrent and of waiting calls to one provider (assumed). */
const AT_A_TIME = 100
const WAITING = 100

/** The schemas of order results. If a result does not match its schema, the outcome is unknown. */
const RESULTS: Partial<Record<OrderName, v.GenericSchema>> = {
  issueQr: v.pipe(v.string(), v.minLength(1), v.maxLength(4_000)),
  redeemGift: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
}
const Known = v.variant('state', [
  v.object({ state: v.literal('done'), result: v.optional(v.unknown()) }),
  v.object({ state: v.literal('never') }),
  v.object({ state: v.literal('unknown') }),
])

/** A back-off of {@link LEFT_ALONE} ms. Uses a monotonic clock: the breaker's own clock jumps when the time is set. */
function leaveAlone(): IBackoff<unknown> {
  const since = performance.now()
  return {
    get duration() {
      return performance.now() - since < LEFT_ALONE ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
    next: leaveAlone,
  }
}

/** The provider of an order. Each game and each QR code provider counts as one. */
function providerOf(call: OrderName, input: Step['input'] | null): string {
  if (input && 'gameCode' in input) return `game ${input.gameCode}`
  return input && 'provider' in input ? `${call} ${input.provider}` : call
}

/**
 * Calls the adapters of `world`: each provider has its own time and concurrency limits, so that a slow provider does
 * not slow down the others.
 */
export function createGateways(world: World) {
  const policies = new Map<string, IPolicy>()
  /** Runs `ask` within the limits of `provider`. Throws NotSent if `ask` did not run. */
  async function within<T>(provider: string, ask: () => Promise<T>): Promise<T> {
    let policy = policies.get(provider)
    if (!policy) {
      const isFailure = handleWhen((error) => !(error instanceof ApiError || error instanceof BulkheadRejectedError))
      policy = wrap(
        circuitBreaker(isFailure, {
          halfOpenAfter: { next: leaveAlone },
          breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
        }),
        bulkhead(AT_A_TIME, WAITING),
        timeout(PROVIDER_TIMEOUT, TimeoutStrategy.Aggressive),
      )
      policies.set(provider, policy)
    }
    return policy.execute(ask).catch((error) => {
      if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) throw new NotSent(provider)
      throw error
    })
  }

  return {
    /** Sends one order and returns its result. Refuses if nothing was done; throws NotSent, or the adapter's error. */
    send: ({ call, input }: Step, request: string): Promise<unknown> =>
      within(providerOf(call, input), async () => {
        const ask = world[call] as (order: object) => Promise<unknown>
        const result = await ask.call(world, { ...input, request })
        const schema = RESULTS[call]
        return schema ? v.parse(schema, result) : undefined
      }),
    /**
     * Asks the provider for the outcome of an order. Also returns `unknown` if the provider does not answer or answers
     * with invalid data.
     */
    find: async (order: StoredStep & { request: string }): Promise<Found> => {
      try {
        const found = await within(`find ${providerOf(order.call, order.input)}`, () => world.find(order))
        if (found instanceof ApiError) return found
        const known = v.parse(Known, found)
        const schema = RESULTS[order.call]
        return known.state === 'done' && schema ? { state: 'done', result: v.parse(schema, known.result) } : known
      } catch (error) {
        logFailure(`find ${order.call}`, error, { operation: order.request })
        return { state: 'unknown' }
      }
    },
    /** Sends a chat message to support. Rejects if support did not accept it. */
    notifySupport: (said: Said) => within('support', () => world.hearChat(said)),
    credentials: (player: GamePlayer) => within(`read ${player.gameCode}`, () => world.gameCredentials(player)),
    link: (player: Parameters<World['gameLink']>[0]) => within(`read ${player.gameCode}`, () => world.gameLink(player)),
  }
}
export type Gateways = ReturnType<typeof createGateways>
