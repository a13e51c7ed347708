import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import type { Satang } from '#contract/money.ts'
import {
  type Attempt,
  type AttemptNotice,
  attemptMachine,
  attemptOf,
  isDone,
  type Outcome,
  refusalIn,
} from './lib/attempt.ts'
import { failureIn, outside } from './lib/outside.ts'
import type { AskWallet } from './wallet.machine.ts'

type Sealed = { link: string }
type Received = { amount?: Satang | undefined }
type Input = {
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  /** A link sent before a reload. */
  pending: Attempt<Sealed> | null
}
type Submit = { type: 'gift.submit'; account: string }

/** Deposit by a gift link of the TrueMoney wallet. Source: R110, R275, R338–R339, D-42. */
export const giftLinkMachine = setup({
  types: {
    input: {} as Input,
    /** `account`: the operator's wallet that receives the gift; `amount`: the amount received, in satang. */
    context: {} as Input & { link: string; account: string; amount: Satang | null; failure: Failure | null },
    events: {} as { type: 'link.type'; link: string } | Submit | { type: 'gift.gotIt' } | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    /** Converts link and account name into the format of the call. */
    seal: outside<string, { link: string; account: string }>(),
    attempt: attemptMachine<Sealed, Received>(),
  },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    hasLink: ({ context: { link } }) => link.trim() !== '',
    isDone,
  },
  actions: {
    keepLink: assign({ link: (_, link: string) => link, failure: null }),
    keepAccount: assign({ account: (_, account: string) => account, failure: null }),
    keepPending: assign({ pending: (_, link: string) => ({ key: newKey(), input: { link } }) }),
    dropPending: assign({ pending: null }),
    keepReceived: assign((_, outcome: Outcome<Received>) => ({
      link: '',
      failure: null,
      amount: (outcome.status === 'done' && outcome.reply.amount) || null,
    })),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'giftLink',
  description: 'Deposit by a gift link.',
  context: ({ input }) => ({ ...input, link: '', account: '', amount: null, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'attempting' }, { target: 'editing' }] },
    editing: {
      description: 'The player enters a gift link.',
      on: {
        'link.type': { actions: { type: 'keepLink', params: ({ event }) => event.link } },
        'gift.submit': {
          guard: 'hasLink',
          target: 'sealing',
          actions: { type: 'keepAccount', params: ({ event }) => event.account },
        },
      },
    },
    sealing: {
      description: 'Converting the link into the format of the call.',
      tags: 'busy',
      invoke: {
        id: 'seal',
        src: 'seal',
        input: ({ context: { link, account } }) => ({ link: link.trim(), account }),
        onDone: { target: 'attempting', actions: { type: 'keepPending', params: ({ event }) => event.output } },
        onError: { target: 'editing', actions: { type: 'keepFailure', params: failureIn } },
      },
    },
    attempting: {
      description: 'Redeeming the gift link.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'received',
            actions: [{ type: 'keepReceived', params: ({ event }) => event.output }, 'dropPending', 'readWallet'],
          },
          {
            target: 'editing',
            actions: [{ type: 'keepRefusal', params: ({ event }) => event.output }, 'dropPending', 'readWallet'],
          },
        ],
      },
      on: { 'attempt.unknown': { actions: 'readWallet' } },
    },
    received: { description: 'The money of the gift link has arrived.', on: { 'gift.gotIt': 'editing' } },
  },
})
