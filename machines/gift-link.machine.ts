import { assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { Satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { failureIn, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, outcomes, refusalIn, replyIn } from './lib/attempt-owner.ts'

type Sealed = { link: string }
type Received = { amount?: Satang | undefined; isHeld?: boolean | undefined }
type Input = {
  wallet: Wallet
  /** A link that was sent before a reload and whose outcome is still unknown. */
  pending: Attempt<Sealed> | null
}
type Submit = { type: 'gift.submit'; account: string }

/** Deposits money with a TrueMoney gift link. Source: R110, R275, R338–R339, D-42. */
export const giftLinkMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `account` is the operator's wallet that receives the gift. `amount` is the amount received, in satang. `isHeld`
     * means that the amount is held because it exceeds a deposit limit.
     */
    context: {} as Input & {
      link: string
      account: string
      amount: Satang | null
      isHeld: boolean
      failure: Failure | null
    },
    events: {} as { type: 'link.type'; link: string } | Submit | { type: 'gift.gotIt' } | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    /** Encrypts the link and the account into the text that the call sends. */
    seal: stubActor<string, { link: string; account: string }>(),
    attempt: attemptMachine<Sealed, Received>(),
  },
  guards: {
    ...attemptGuards,
    hasLink: ({ context: { link } }) => link.trim() !== '',
  },
  actions: {
    setOutcome: assign(({ context }, outcome: Outcome<Received>) => ({
      pending: null,
      link: outcome.status === 'done' ? '' : context.link,
      amount: replyIn(outcome)?.amount ?? null,
      isHeld: replyIn(outcome)?.isHeld === true,
      failure: refusalIn(outcome),
    })),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'giftLink',
  description: 'Depositing with a gift link.',
  context: ({ input }) => ({ ...input, link: '', account: '', amount: null, isHeld: false, failure: null }),
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'attempting' }, { target: 'editing' }] },
    editing: {
      description: 'The player enters a gift link.',
      on: {
        'link.type': { actions: assign({ link: ({ event }) => event.link, failure: null }) },
        'gift.submit': {
          guard: 'hasLink',
          target: 'sealing',
          actions: assign({ account: ({ event }) => event.account, failure: null }),
        },
      },
    },
    sealing: {
      description: 'Encrypting the link before it is sent.',
      tags: 'busy',
      invoke: {
        id: 'seal',
        src: 'seal',
        input: ({ context: { link, account } }) => ({ link: link.trim(), account }),
        onDone: {
          target: 'attempting',
          actions: assign({ pending: ({ event }) => ({ key: newKey(), input: { link: event.output } }) }),
        },
        onError: { target: 'editing', actions: assign({ failure: failureIn }) },
      },
    },
    attempting: {
      description: 'Redeeming the gift link.',
      ...attempting(outcomes({ done: 'received', seen: 'editing', refused: 'editing' })),
    },
    received: {
      description: 'The money from the gift link has arrived, or is held because it exceeds a deposit limit.',
      on: { 'gift.gotIt': 'editing' },
    },
  },
})
