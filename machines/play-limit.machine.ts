import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { parseMinutes } from '#contract/minutes.ts'
import {
  type LimitKind,
  type LimitPeriod,
  type LimitRequest,
  limitIn,
  type PlayLimits,
  type playLimitCalls,
} from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'

/**
 * `asked` is the limit that the player last requested. If it equals a pending request that was ready to be confirmed,
 * it confirms that request. `isWrong` means that the typed value is not an amount above 0, or not a number of minutes.
 */
type Context = {
  wallet: Wallet
  found: PlayLimits | null
  kind: LimitKind
  period: LimitPeriod
  text: string
  isWrong: boolean
  asked: LimitRequest | null
  key: string
  failure: Failure | null
}

type Open = Pick<Context, 'found' | 'kind' | 'period'>
const limitOf = ({ found, kind, period }: Open) => found && limitIn(found, kind, period)

/**
 * Returns the initial text of the field: the requested limit (`wish`) if it can be confirmed now, else the current
 * limit.
 */
function firstText(open: Open): string {
  const limit = limitOf(open)
  if (!limit) return ''
  if (limit.kind === 'time') return String(shownIn(limit) ?? '')
  const amount = shownIn(limit)
  return amount === null ? '' : typedAmount(amount)
}
const shownIn = <U>({ amount, wish }: { amount: U | null; wish: { amount: U | null; isReady: boolean } | null }) =>
  wish?.isReady ? wish.amount : amount

/**
 * Returns the request for the typed limit, or for the removal of the limit if `text` is null. Returns null if the text
 * is not a valid limit.
 */
function requestFor(open: Open, text: string | null): LimitRequest | null {
  const { kind, period } = open
  const wish = limitOf(open)?.wish
  const rest = (asked: number | null) => ({ period, isConfirmed: wish?.isReady === true && wish.amount === asked })
  if (kind === 'time') {
    const minutes = text === null ? null : parseMinutes(text)
    return minutes === null && text !== null ? null : { kind, minutes, ...rest(minutes) }
  }
  const amount = text === null ? null : parseAmount(text)
  if (amount === 0 || (amount === null && text !== null)) return null
  // a deposit limit omits `kind`, because a backend without loss limits does not accept that field
  return { ...(kind === 'loss' && { kind }), amount, ...rest(amount) }
}

/** Returns the context update for a new request, with a new idempotency key. */
const ask = (open: Open, text: string | null) => ({ asked: requestFor(open, text), key: newKey() })

/**
 * Lets the member set limits for their deposits, losses and playing time over 24 hours, 7 days and 30 days.
 * Source: R585, R587, R607, R637.
 */
export const playLimitMachine = setup({
  types: {
    input: {} as { wallet: Wallet },
    context: {} as Context,
    events: {} as
      | { type: 'limits.retry' | 'limit.save' | 'limit.remove' | 'limit.leave' | 'limit.check' | 'limit.gotIt' }
      | { type: 'limit.open'; kind: LimitKind; period: LimitPeriod }
      | { type: 'amount.type'; text: string },
    tags: {} as 'busy' | 'question',
  },
  actors: {
    'limits.read': call<(typeof playLimitCalls)['limits.read']>(),
    'limits.set': call<(typeof playLimitCalls)['limits.set']>(),
  },
  actions: {
    /** Re-reads the wallet, because a member who has set a limit is no longer asked about limits. */
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
  guards: {
    isLimit: ({ context }) => requestFor(context, context.text) !== null,
    hasLimit: ({ context }) => (limitOf(context)?.amount ?? null) !== null,
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
  },
}).createMachine({
  id: 'playLimit',
  description: 'The limits that a member sets for their own deposits, losses and playing time.',
  context: ({ input: { wallet } }) => ({
    wallet,
    ...{ found: null, kind: 'deposit', period: 'day', text: '', isWrong: false, asked: null, key: '', failure: null },
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the limits; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'limits.read',
        src: 'limits.read',
        input: {},
        onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The limits could not be loaded; the player can try again.',
      on: { 'limits.retry': 'loading' },
    },
    shown: {
      description:
        'The player sees the limits, the amounts deposited and lost, the time played, and any deposits held because they exceed a limit.',
      on: {
        'limit.open': {
          target: 'editing',
          actions: assign(({ context: { found }, event: { kind, period } }) => ({
            kind,
            period,
            text: firstText({ found, kind, period }),
            isWrong: false,
          })),
        },
      },
    },
    editing: {
      description:
        'The player enters a limit. A lower limit applies immediately. To raise or remove a limit, the player must repeat the request after 24 hours.',
      tags: 'question',
      on: {
        'amount.type': { actions: assign({ text: ({ event }) => event.text, isWrong: false }) },
        'limit.save': [
          {
            guard: 'isLimit',
            target: 'saving',
            actions: assign(({ context }) => ask(context, context.text)),
          },
          { actions: assign({ isWrong: true }) },
        ],
        'limit.remove': {
          guard: 'hasLimit',
          target: 'saving',
          actions: assign(({ context }) => ask(context, null)),
        },
        'limit.leave': 'shown',
      },
    },
    saving: {
      description: 'The limit is being saved.',
      tags: ['busy', 'question'],
      invoke: {
        id: 'limits.set',
        src: 'limits.set',
        input: ({ context: { asked, key } }) => ({ ...(asked as LimitRequest), key }),
        onDone: { target: 'shown', actions: [assign({ found: ({ event }) => event.output }), 'readWallet'] },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: the limit is set only once.',
      on: { 'limit.check': 'saving', 'limit.gotIt': 'loading' },
    },
    refused: { description: 'The server refused the request; the reason is shown.', on: { 'limit.gotIt': 'loading' } },
  },
})
