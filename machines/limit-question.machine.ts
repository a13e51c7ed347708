import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { PlayLimits, playLimitCalls } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import { byFailure, byOutput, call, failureIn, stubActor } from './lib/actors.ts'
import type { walletMachine } from './wallet.machine.ts'

type Wallet = ActorRefFrom<typeof walletMachine>

/**
 * `text` is the amount as typed. `isWrong` means that `text` is not an amount above 0. `limit` is the limit in force
 * after the answer, in satang, or null if there is no limit.
 */
type Context = {
  wallet: Wallet
  text: string
  isWrong: boolean
  key: string
  limit: Satang | null
  failure: Failure | null
}

/**
 * Asks about a 24-hour deposit limit before the first deposit. Ends as soon as the deposit methods may be shown.
 * Source: R632–R634, D-72.
 */
export const limitQuestionMachine = setup({
  types: {
    input: {} as { wallet: Wallet },
    context: {} as Context,
    events: {} as
      | { type: 'amount.type'; text: string }
      | { type: 'question.set' | 'question.decline' | 'question.check' | 'question.gotIt' },
    tags: {} as 'busy',
  },
  actors: {
    /** Returns the suggested limit in satang, or null if the question should be skipped. */
    suggestion: stubActor<Satang | null, Wallet>(),
    'limits.set': call<(typeof playLimitCalls)['limits.set']>(),
    'limits.review': call<(typeof playLimitCalls)['limits.review']>(),
  },
  guards: {
    isAsked: (_, suggested: Satang | null) => suggested !== null,
    isAmount: ({ context: { text } }) => (parseAmount(text) ?? 0) > 0,
    isSet: ({ context: { text } }, { periods }: PlayLimits) => periods.day.amount === parseAmount(text),
    isUnknown: (_, { kind }: Failure) => kind === 'unknown',
  },
  actions: {
    /** Re-reads the wallet, because the answer determines whether the member is asked again. */
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'limitQuestion',
  description: 'The question about a deposit limit, asked before the first deposit.',
  context: ({ input: { wallet } }) => ({ wallet, text: '', isWrong: false, key: '', limit: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Finding out whether to ask the player. If the wallet cannot be read, the player is not asked.',
      tags: 'busy',
      invoke: {
        id: 'suggestion',
        src: 'suggestion',
        input: ({ context: { wallet } }) => wallet,
        onDone: [
          {
            guard: byOutput('isAsked'),
            target: 'asking',
            actions: assign({ text: ({ event }) => typedAmount(event.output ?? satang(0)) }),
          },
          { target: 'over' },
        ],
        onError: 'over',
      },
    },
    asking: {
      description: 'The player is asked to set a 24-hour deposit limit; an amount is suggested.',
      on: {
        'amount.type': { actions: assign({ text: ({ event }) => event.text, isWrong: false }) },
        'question.set': [
          { guard: 'isAmount', target: 'saving', actions: assign({ key: () => newKey() }) },
          { actions: assign({ isWrong: true }) },
        ],
        'question.decline': { target: 'declining', actions: assign({ key: () => newKey() }) },
      },
    },
    saving: {
      description: 'The limit is being saved.',
      tags: 'busy',
      invoke: {
        id: 'limits.set',
        src: 'limits.set',
        input: ({ context: { text, key } }) => ({
          period: 'day' as const,
          amount: parseAmount(text),
          isConfirmed: false,
          key,
        }),
        onDone: [
          { guard: byOutput('isSet'), target: 'over', actions: 'readWallet' },
          {
            target: 'other',
            actions: [assign({ limit: ({ event }) => event.output.periods.day.amount }), 'readWallet'],
          },
        ],
        onError: [
          { guard: byFailure('isUnknown'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unsure: {
      description: 'The outcome is unknown. Checking again is safe: the limit is set only once.',
      on: { 'question.check': 'saving', 'question.gotIt': 'asking' },
    },
    other: {
      description:
        'A different limit is in force: it was set on another device, or by an earlier request whose answer was lost. The player sees it; a higher one has to be confirmed on My play.',
      on: { 'question.gotIt': 'over' },
    },
    refused: {
      description: 'The server refused the limit; the reason is shown.',
      on: { 'question.gotIt': 'asking' },
    },
    declining: {
      description: 'The answer “no limit” is being stored. If that fails, the player is asked again next time.',
      tags: 'busy',
      invoke: {
        id: 'limits.review',
        src: 'limits.review',
        input: ({ context: { key } }) => ({ key }),
        onDone: { target: 'over', actions: 'readWallet' },
        onError: 'over',
      },
    },
    over: { description: 'The deposit methods are shown.', type: 'final' },
  },
})
