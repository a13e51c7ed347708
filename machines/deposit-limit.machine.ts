import { assign, setup } from 'xstate'
import type { DepositLimits, depositLimitCalls, LimitPeriod } from '#contract/deposit-limit.ts'
import type { Failure } from '#contract/failure.ts'
import type { Satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import { byFailure, call, failureIn } from './lib/actors.ts'

/**
 * `asked`: the limit for which the player has asked last; `isConfirmed`: it is a wish that could be confirmed then.
 * `isWrong`: the typed text is no amount above 0.
 */
type Context = {
  found: DepositLimits | null
  period: LimitPeriod
  text: string
  isWrong: boolean
  asked: Satang | null
  isConfirmed: boolean
  key: string
  failure: Failure | null
}

/** Returns the first text of the field: a wish that can be confirmed, else the present limit. */
function firstText(found: DepositLimits | null, period: LimitPeriod): string {
  const { amount = null, wish = null } = found?.periods[period] ?? {}
  const shown = wish?.isReady ? wish.amount : amount
  return shown === null ? '' : typedAmount(shown)
}

/** Asks for a limit of the open period with a new key. */
const ask = (found: DepositLimits | null, period: LimitPeriod, asked: Satang | null) => {
  const wish = found?.periods[period].wish
  return { asked, isConfirmed: wish?.isReady === true && wish.amount === asked, key: newKey() }
}

/** Limits that a member sets for deposits of 24 hours, 7 and 30 days. Source: R585, R587. */
export const depositLimitMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'limits.retry' | 'limit.save' | 'limit.remove' | 'limit.leave' | 'limit.check' | 'limit.gotIt' }
      | { type: 'limit.open'; period: LimitPeriod }
      | { type: 'amount.type'; text: string },
    tags: {} as 'busy' | 'question',
  },
  actors: {
    'limits.read': call<(typeof depositLimitCalls)['limits.read']>(),
    'limits.set': call<(typeof depositLimitCalls)['limits.set']>(),
  },
  guards: {
    isAmount: ({ context: { text } }) => (parseAmount(text) ?? 0) > 0,
    hasLimit: ({ context: { found, period } }) => found !== null && found.periods[period].amount !== null,
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
  },
}).createMachine({
  id: 'depositLimit',
  description: 'Limits that a member sets for their deposits.',
  context: {
    found: null,
    period: 'day',
    text: '',
    isWrong: false,
    asked: null,
    isConfirmed: false,
    key: '',
    failure: null,
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the limits; what was loaded before stays visible.',
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
      description: 'They could not be loaded; the player can try again.',
      on: { 'limits.retry': 'loading' },
    },
    shown: {
      description: 'The player sees the limits, what was paid in, and what waits beyond a limit.',
      on: {
        'limit.open': {
          target: 'editing',
          actions: assign(({ context: { found }, event: { period } }) => ({
            period,
            text: firstText(found, period),
            isWrong: false,
          })),
        },
      },
    },
    editing: {
      description:
        'The player enters a limit. A lower one holds at once; a higher one, or none, has to be asked for again after 24 hours.',
      tags: 'question',
      on: {
        'amount.type': { actions: assign({ text: ({ event }) => event.text, isWrong: false }) },
        'limit.save': [
          {
            guard: 'isAmount',
            target: 'saving',
            actions: assign(({ context: { found, period, text } }) => ask(found, period, parseAmount(text))),
          },
          { actions: assign({ isWrong: true }) },
        ],
        'limit.remove': {
          guard: 'hasLimit',
          target: 'saving',
          actions: assign(({ context: { found, period } }) => ask(found, period, null)),
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
        input: ({ context: { period, asked, isConfirmed, key } }) => ({ period, amount: asked, isConfirmed, key }),
        onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: the limit is set once.',
      on: { 'limit.check': 'saving', 'limit.gotIt': 'loading' },
    },
    refused: { description: 'The server refused; its reason is shown.', on: { 'limit.gotIt': 'loading' } },
  },
})
