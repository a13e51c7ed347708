import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { type Satang, satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import {
  type TransferLimits,
  type TransferProblem,
  type TypedTransfer,
  transferProblem,
  WALLET,
} from '#contract/transfer.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn } from './lib/attempt-owner.ts'

type Move = { from: string; to: string; amount: Satang }
type Input = {
  wallet: Wallet
  /** The destination, if the player has already chosen a game. */
  to: string
  /**
   * Set if the player moves money back to the main wallet: the game that the money comes from, and the amount, or null
   * if the amount is unknown. Source: R599.
   */
  back?: { from: string; amount: Satang | null } | null
  /** The minimum amount, in satang. */
  least: Satang
  /** A transfer that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<Move> | null
}

/** `turnover`: see {@link TransferLimits}. */
type Submission = { type: 'transfer.submit' } & Pick<TransferLimits, 'turnover'>
type Typed = TypedTransfer & Pick<TransferLimits, 'least'>
const wrong = ({ context, event: { turnover } }: { context: Typed; event: Submission }) =>
  transferProblem(context, { least: context.least, turnover })

/** Moves money between the main wallet and the games. Source: R112, R264–R266, R395, R397, R599, R665. */
export const transferMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Omit<Input, 'back'> & TypedTransfer & { problem: TransferProblem | null; failure: Failure | null },
    events: {} as
      | { type: 'from.choose' | 'to.choose'; code: string }
      | { type: 'amount.type'; text: string }
      | { type: 'places.swap' | 'transfer.gotIt' }
      | Submission
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: { attempt: attemptMachine<Move, { amount?: Satang | undefined }>() },
  guards: {
    ...attemptGuards,
    isFine: (_, problem: TransferProblem | null) => problem === null,
  },
  actions: {
    /**
     * Stores the outcome. If the outcome stayed unknown, clears the amount, so that a single tap cannot repeat the
     * transfer (assumed).
     */
    setOutcome: assign(({ context: { text } }, outcome: Outcome<unknown>) => ({
      failure: refusalIn(outcome),
      text: outcome.status === 'seen' ? '' : text,
    })),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'transfer',
  description: 'Moving money between the main wallet and the games.',
  context: ({ input: { back = null, ...input } }) => {
    const { from, to, amount } = input.pending?.input ?? { ...back, to: back ? WALLET : input.to }
    return {
      ...input,
      from: from ?? WALLET,
      to,
      text: amount ? typedAmount(amount) : '',
      problem: null,
      failure: null,
    }
  },
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'attempting' }, { target: 'editing' }] },
    editing: {
      description: 'The player chooses source, destination and amount.',
      entry: assign({ pending: null }),
      on: {
        'from.choose': { actions: assign({ from: ({ event }) => event.code, problem: null }) },
        'to.choose': { actions: assign({ to: ({ event }) => event.code, problem: null }) },
        'places.swap': { actions: assign(({ context: { from, to } }) => ({ from: to, to: from, problem: null })) },
        'amount.type': { actions: assign({ text: ({ event }) => event.text, problem: null }) },
        'transfer.submit': [
          {
            guard: { type: 'isFine', params: wrong },
            target: 'attempting',
            actions: assign({
              pending: ({ context: { from, to, text } }) => ({
                key: newKey(),
                input: { from, to, amount: parseAmount(text) ?? satang(0) },
              }),
            }),
          },
          { actions: assign({ problem: wrong }) },
        ],
      },
    },
    attempting: {
      description: 'Moving the money.',
      ...attempting(outcomes({ done: 'succeeded', seen: 'editing', refused: 'refused' })),
    },
    succeeded: {
      description: 'The money has arrived at its destination.',
      on: { 'transfer.gotIt': 'closed' },
    },
    refused: {
      description: 'The server refused the transfer; the player sees the reason and where the money is.',
      on: { 'transfer.gotIt': 'editing' },
    },
    closed: { description: 'The dialog closes.', type: 'final' },
  },
})
