import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { type Satang, satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import { type WithdrawLimits, type WithdrawProblem, withdrawProblem } from '#contract/withdraw.ts'
import { byOutput, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn } from './lib/attempt-owner.ts'

/** The requirements of an active bonus: the operator's notice, and the remaining turnover. Source: R25, D-45. */
export type BonusWarning = { notice: string; remaining: Satang }
/** The data needed before the player enters an amount. `warning` is null if there is no active bonus. */
export type WithdrawReading = { limits: WithdrawLimits; warning: BonusWarning | null }
type Amount = { amount: Satang }
type Input = {
  wallet: Wallet
  /** A withdrawal that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<Amount> | null
}
/** `balance`: see {@link withdrawProblem}. */
type Submission = { type: 'withdraw.submit' | 'withdraw.confirm'; balance: Satang | null }
type Typed = { text: string; limits: WithdrawLimits }
const wrong = ({ context: { text, limits }, event: { balance } }: { context: Typed; event: Submission }) =>
  withdrawProblem(text, limits, balance)

/**
 * Withdraws money from the main wallet to the member's bank account. Source: R113–R114, R267–R268, R396, R398, R581,
 * R662.
 */
export const withdrawMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input &
      WithdrawReading & {
        text: string
        problem: WithdrawProblem | null
        failure: Failure | null
      },
    events: {} as
      | { type: 'amount.type'; text: string }
      | { type: 'withdraw.retry' | 'withdraw.leave' | 'withdraw.gotIt' }
      | Submission
      | AttemptNotice,
    tags: {} as 'busy' | 'form',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    /** Reads the limits and the requirements of an active bonus. */
    read: stubActor<WithdrawReading>(),
    attempt: attemptMachine<Amount, object>(),
  },
  guards: {
    ...attemptGuards,
    hasToWait: (_, { limits }: WithdrawReading) => limits.wait !== undefined,
    isBound: (_, { limits, warning }: WithdrawReading) => !limits.givesUp && (warning?.remaining ?? 0) > 0,
    isWrong: (_, problem: WithdrawProblem | null) => problem !== null,
  },
  actions: {
    setReading: assign((_, reading: WithdrawReading) => reading),
    setOutcome: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'withdraw',
  description: 'Withdrawing from the main wallet to the bank account.',
  context: ({ input }) => ({
    ...input,
    text: input.pending ? typedAmount(input.pending.input.amount) : '',
    limits: { withdrawMin: satang(0), withdrawMax: satang(0) },
    warning: null,
    problem: null,
    failure: null,
  }),
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'isPending', target: 'attempting' },
        { target: 'loading', actions: 'readWallet' },
      ],
    },
    loading: {
      description: 'Loading the limits and the requirements of an active bonus.',
      tags: 'busy',
      entry: assign({ pending: null }),
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          { guard: byOutput('hasToWait'), target: 'waiting', actions: byOutput('setReading') },
          { guard: byOutput('isBound'), target: 'bound', actions: byOutput('setReading') },
          { target: 'editing', actions: byOutput('setReading') },
        ],
        onError: 'unavailable',
      },
    },
    unavailable: {
      description: 'The limits or the bonus requirements could not be loaded; the player can try again.',
      on: { 'withdraw.retry': 'loading' },
    },
    waiting: { description: 'The member cannot withdraw now; the reason says when withdrawals are possible again.' },
    bound: {
      description:
        'The turnover of a bonus is not reached, so the member cannot withdraw yet; the dialog says how much is left.',
    },
    editing: {
      description: 'The player enters an amount.',
      tags: 'form',
      on: {
        'amount.type': { actions: assign({ text: ({ event }) => event.text, problem: null }) },
        'withdraw.submit': [
          { guard: { type: 'isWrong', params: wrong }, actions: assign({ problem: wrong }) },
          { target: 'confirming' },
        ],
      },
    },
    confirming: {
      description: 'The player is asked to confirm the amount and the bank account.',
      tags: 'form',
      on: {
        'withdraw.confirm': [
          {
            guard: { type: 'isWrong', params: wrong },
            target: 'editing',
            actions: assign({ problem: wrong }),
          },
          {
            target: 'attempting',
            actions: assign({
              pending: ({ context: { text } }) => ({
                key: newKey(),
                input: { amount: parseAmount(text) ?? satang(0) },
              }),
            }),
          },
        ],
        'withdraw.leave': 'editing',
      },
    },
    attempting: {
      description: 'Requesting the withdrawal.',
      tags: 'form',
      ...attempting(outcomes({ done: 'succeeded', seen: 'loading', refused: 'refused' })),
    },
    succeeded: {
      description: 'The withdrawal is accepted; the bank transfer follows, and the statement shows its outcome.',
      on: { 'withdraw.gotIt': 'closed' },
    },
    refused: {
      description: 'The server refused the withdrawal; the reason is shown. The money is in the main wallet.',
      tags: 'form',
      on: { 'withdraw.gotIt': 'loading' },
    },
    closed: { description: 'The dialog closes.', type: 'final' },
  },
})
