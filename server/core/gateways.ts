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

/** The time limit for a provider's response, in ms (assumed). */
const PROVIDER_TIMEOUT = 15_000
/** The number of consecutive failures after which a provider is not called for LEFT_ALONE ms (assumed). */
const FAILURES_IN_A_ROW = 10
const LEFT_ALONE = 10_000
/** The maximum numbers of concurrent calls and of queued calls per provider (assumed). */
const AT_A_TIME = 100
const WAITING = 100

/** The schemas for the results of orders. If a result does not match its schema, the order's outcome is unknown. */
const RESULTS: Partial<Record<OrderName, v.GenericSchema>> = {
  issueQr: v.pipe(v.string(), v.minLength(1), v.maxLength(4_000)),
  redeemGift: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
}
const Known = v.variant('state', [
  v.object({ state: v.literal('done'), result: v.optional(v.unknown()) }),
  v.object({ state: v.literal('never') }),
  v.object({ state: v.literal('unknown') }),
])

/**
 * Returns a back-off of {@link LEFT_ALONE} ms for the circuit breaker. Uses a monotonic clock, because the breaker's
 * own clock jumps when the system time is set.
 */
function leaveAlone(): IBackoff<unknown> {
  const since = performance.now()
  return {
    get duration() {
      return performance.now() - since < LEFT_ALONE ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
    next: leaveAlone,
  }
}

/**
 * Returns the name of the provider that executes an order. Each game and each QR code provider counts as a separate
 * provider.
 */
function providerOf(call: OrderName, input: Step['input'] | null): string {
  if (input && 'gameCode' in input) return `game ${input.gameCode}`
  return input && 'provider' in input ? `${call} ${input.provider}` : call
}

/**
 * Returns functions that call the adapters of `world`. Each provider has its own limits on time and concurrency, so
 * that a slow provider does not slow down the others.
 */
export function createGateways(world: World) {
  const policies = new Map<string, IPolicy>()
  /** Runs `ask` within the limits of `provider`. Throws NotSent if these limits prevent it from running. */
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
    /**
     * Sends one order and returns its result. Throws an ApiError if the provider did nothing, NotSent if the order was
     * not sent, and otherwise the adapter's error.
     */
    send: ({ call, input }: Step, request: string): Promise<unknown> =>
      within(providerOf(call, input), async () => {
        const ask = world[call] as (order: object) => Promise<unknown>
        const result = await ask.call(world, { ...input, request })
        const schema = RESULTS[call]
        return schema ? v.parse(schema, result) : undefined
      }),
    /**
     * Requests the outcome of an order from its provider. If the provider does not reply or sends invalid data, the
     * outcome is `unknown`.
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
