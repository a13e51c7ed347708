import { assign, raise, setup } from 'xstate'
import { REFRESH_DELAY, REFRESH_PATIENCE, UNDER_WAY_CHECKS, UNDER_WAY_WATCH } from '#contract/limits.ts'
import { type SiteSettings, SPEC_SETTINGS } from '#contract/settings.ts'
import { isUnderWay } from '#contract/under-way.ts'
import type { LastBalance, WalletOverview, walletCalls } from '#contract/wallet.ts'
import { byOutput, call, stubActor } from './lib/actors.ts'
import type { AskWallet } from './lib/ask-wallet.ts'

/** One wallet reading: the overview, the operator's settings, and the time of the reading (epoch ms). */
export type WalletReading = { overview: WalletOverview; settings: SiteSettings; at: number }

/** Returns `next`, but reuses every value from `old` that is equal, so that equal data causes no re-render. */
function reuse<T>(old: unknown, next: T): T {
  if (Object.is(old, next) || typeof next !== 'object' || next === null) return next
  if (typeof old !== 'object' || old === null || Array.isArray(old) !== Array.isArray(next)) return next
  const before = old as Record<string, unknown>
  const entries = Object.entries(next).map(([key, value]) => [key, reuse(before[key], value)] as const)
  if (entries.length === Object.keys(before).length && entries.every(([key, value]) => before[key] === value))
    return old as T
  return (Array.isArray(next) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T
}

const setReading = byOutput('setReading')
/** The transitions after a wallet reading. */
const whenRead = [
  { guard: byOutput('isPartial'), target: 'partial', actions: setReading },
  { target: 'known', actions: setReading },
] as const
/** The transition that reloads the wallet while a payment is pending. */
const watch = { UNDER_WAY_WATCH: { guard: 'isUnderWay', target: 'checking' } } as const

/**
 * The member's money. Requests the balances from the games and then reads the overview. Slow games delay the overview
 * only briefly. Source: R80, R82–R84, R598, D-05, D-06, D-67.
 */
export const walletMachine = setup({
  types: {
    /**
     * `last` is the balance at `syncedAt`, from an earlier visit of this member. `checks` is the number of consecutive
     * background readings.
     */
    input: {} as { syncedAt: number | null; last?: LastBalance | null },
    context: {} as {
      overview: WalletOverview | null
      last: LastBalance | null
      settings: SiteSettings
      syncedAt: number | null
      checks: number
    },
    events: {} as AskWallet | { type: 'wallet.open' } | { type: 'wallet.show' },
    tags: {} as 'busy' | 'current',
  },
  actors: {
    'wallet.refresh': call<(typeof walletCalls)['wallet.refresh']>(),
    'wallet.get': stubActor<WalletReading>(),
  },
  delays: { REFRESH_DELAY, REFRESH_PATIENCE, UNDER_WAY_WATCH },
  guards: {
    isKnown: ({ context }) => context.overview !== null,
    hasLast: ({ context }) => context.last !== null,
    isPartial: (_, { overview }: WalletReading) => overview.unread > 0,
    wasPartial: ({ context: { overview } }) => (overview?.unread ?? 0) > 0,
    /**
     * True while a payment is pending, but only for a limited number of readings: an unattended page must not keep the
     * session open.
     */
    isUnderWay: ({ context: { overview, checks } }) => checks < UNDER_WAY_CHECKS && isUnderWay(overview?.underWay),
  },
  actions: {
    setReading: assign(({ context }, { overview, settings, at }: WalletReading) => ({
      overview: reuse(context.overview, overview),
      last: null,
      settings: reuse(context.settings, settings),
      syncedAt: at,
    })),
    readOverview: raise({ type: 'wallet.read' }),
  },
}).createMachine({
  id: 'wallet',
  description: 'The member’s money, in the main wallet and in the games.',
  context: ({ input: { syncedAt, last = null } }) => ({
    overview: null,
    last,
    settings: SPEC_SETTINGS,
    syncedAt,
    checks: 0,
  }),
  type: 'parallel',
  states: {
    games: {
      initial: 'resting',
      states: {
        resting: {
          description: 'No request to the games is pending.',
          on: { 'wallet.open': 'pausing', 'wallet.refresh': 'asking' },
        },
        pausing: {
          description: 'The home page has just opened; the games are about to be asked for their balances.',
          tags: 'busy',
          after: { REFRESH_DELAY: 'asking' },
        },
        asking: {
          description: 'Asking the games for their balances.',
          tags: 'busy',
          invoke: {
            id: 'wallet.refresh',
            src: 'wallet.refresh',
            input: {},
            onDone: { target: 'resting', actions: 'readOverview' },
            onError: { target: 'resting', actions: 'readOverview' },
          },
          initial: 'patient',
          states: {
            patient: {
              description: 'Waiting for the games’ balances.',
              after: { REFRESH_PATIENCE: { target: 'late', actions: 'readOverview' } },
            },
            late: { description: 'The games are slow: the balance is read now, and again when they answer.' },
          },
        },
      },
    },
    overview: {
      initial: 'boot',
      states: {
        boot: { always: [{ guard: 'hasLast', target: 'remembered' }, { target: 'unread' }] },
        remembered: {
          description: 'The balance from the last visit is shown with its age.',
          on: { 'wallet.read': 'reading', 'wallet.show': 'reading' },
        },
        unread: {
          description: 'No balance is known yet.',
          on: { 'wallet.read': 'reading', 'wallet.show': 'reading' },
        },
        reading: {
          description: 'Reading the balance.',
          tags: 'busy',
          entry: assign({ checks: 0 }),
          invoke: {
            id: 'wallet.get',
            src: 'wallet.get',
            onDone: whenRead,
            onError: [{ guard: 'isKnown', target: 'stale' }, { target: 'failed' }],
          },
          on: { 'wallet.read': { target: 'reading', reenter: true } },
        },
        known: {
          description:
            'The balance is shown. While a payment is pending, the balance is reloaded every minute for half an hour.',
          tags: 'current',
          on: { 'wallet.read': 'reading' },
          after: watch,
        },
        partial: {
          description:
            'The balance excludes game accounts that could not be read. While a payment is pending, the balance is reloaded every minute for half an hour.',
          tags: 'current',
          on: { 'wallet.read': 'reading' },
          after: watch,
        },
        checking: {
          description: 'Reloading the balance in the background, because a payment is pending.',
          tags: 'current',
          entry: assign({ checks: ({ context }) => context.checks + 1 }),
          invoke: {
            id: 'wallet.get',
            src: 'wallet.get',
            onDone: whenRead,
            onError: [{ guard: 'wasPartial', target: 'partial' }, { target: 'known' }],
          },
          on: { 'wallet.read': 'reading' },
        },
        stale: {
          description: 'The balance could not be read; the last known one is shown with its age.',
          on: { 'wallet.read': 'reading' },
        },
        failed: {
          description: 'The balance could not be read, and no earlier one is known.',
          on: { 'wallet.read': 'reading' },
        },
      },
    },
  },
})
