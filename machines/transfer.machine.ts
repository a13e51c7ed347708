import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import { type Satang, satang } from '#contract/money.ts'
import { type TransferProblem, type TypedTransfer, transferProblem, WALLET } from '#contract/transfer.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import {
  type Attempt,
  type AttemptNotice,
  attemptMachine,
  attemptOf,
  isDone,
  isSeen,
  type Outcome,
  refusalIn,
} from './lib/attempt.ts'
import type { AskWallet } from './wallet.machine.ts'

type Move = { from: string; to: string; amount: Satang }
type Input = {
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  /** The destination, if a game was chosen before. */
  to: string
  /** A transfer confirmed before a reload. */
  pending: Attempt<Move> | null
}

/** Moving money between the main wallet and the games. Source: R112, R264–R266, R395, R397. */
export const transferMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & TypedTransfer & { problem: TransferProblem | null; failure: Failure | null },
    events: {} as
      | { type: 'from.choose' | 'to.choose'; code: string }
      | { type: 'amount.type'; text: string }
      | { type: 'places.swap' | 'transfer.submit' | 'transfer.gotIt' }
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: { attempt: attemptMachine<Move, { amount?: Satang | undefined }>() },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    isFine: ({ context }) => transferProblem(context) === null,
    isDone,
    isSeen,
  },
  actions: {
    keepFrom: assign({ from: (_, code: string) => code, problem: null }),
    keepTo: assign({ to: (_, code: string) => code, problem: null }),
    swapPlaces: assign(({ context: { from, to } }) => ({ from: to, to: from, problem: null })),
    keepText: assign({ text: (_, text: string) => text, problem: null }),
    keepProblem: assign({ problem: ({ context }) => transferProblem(context) }),
    keepPending: assign({
      pending: ({ context: { from, to, text } }) => ({
        key: newKey(),
        input: { from, to, amount: parseAmount(text) ?? satang(0) },
      }),
    }),
    dropPending: assign({ pending: null }),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'transfer',
  description: 'Moving money between the main wallet and the games.',
  context: ({ input: { pending, ...input } }) => ({
    ...input,
    pending,
    from: pending?.input.from ?? WALLET,
    to: pending?.input.to ?? input.to,
    text: pending ? typedAmount(pending.input.amount) : '',
    problem: null,
    failure: null,
  }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'attempting' }, { target: 'editing' }] },
    editing: {
      description: 'The player chooses source, destination and amount.',
      on: {
        'from.choose': { actions: { type: 'keepFrom', params: ({ event }) => event.code } },
        'to.choose': { actions: { type: 'keepTo', params: ({ event }) => event.code } },
        'places.swap': { actions: 'swapPlaces' },
        'amount.type': { actions: { type: 'keepText', params: ({ event }) => event.text } },
        'transfer.submit': [
          { guard: 'isFine', target: 'attempting', actions: 'keepPending' },
          { actions: 'keepProblem' },
        ],
      },
    },
    attempting: {
      description: 'Moving the money.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'succeeded',
            actions: 'readWallet',
          },
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'editing',
            actions: ['dropPending', 'readWallet'],
          },
          {
            target: 'refused',
            actions: [{ type: 'keepRefusal', params: ({ event }) => event.output }, 'readWallet'],
          },
        ],
      },
      on: { 'attempt.unknown': { actions: 'readWallet' } },
    },
    succeeded: {
      description: 'The money has arrived at its destination.',
      on: { 'transfer.gotIt': 'closed' },
    },
    refused: {
      description: 'The server refused; its reason is shown, and where the money is.',
      on: { 'transfer.gotIt': { target: 'editing', actions: 'dropPending' } },
    },
    closed: { description: 'The dialog closes.', type: 'final' },
  },
})
