import { assertEvent, assign, fromCallback, sendTo, setup, stateIn } from 'xstate'
import { BARRED_CODES } from '#contract/codes.ts'
import type { Failure } from '#contract/failure.ts'
import type { GameDeed, KnownCredentials } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import type { Slot } from '#contract/wallet.ts'
import { byFailure, byOutput, failureIn, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import {
  attemptGuards,
  attempting,
  outcomes,
  refusalIn,
  replyIn,
  setOutcome,
  whenRefused,
  whenSeen,
} from './lib/attempt-owner.ts'
import { type CopyEnded, copyToast, type Toasts } from './lib/toast.ts'

type Game = Pick<Slot, 'code' | 'web'>
/** The result of an operation. `amount` is the amount moved into the game. */
type Deed = { amount?: Satang | undefined }
type Input = Game & {
  isActive: boolean
  wallet: Wallet
  toasts: Toasts
  /** An operation that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<GameDeed> | null
}

/**
 * Manages one game account: opens it, shows its credentials, moves money into it, and starts the game.
 *
 * This stays one long machine, because each operation is a separate state that returns to the same credentials.
 * Source: R116–R121, R210–R212, D-26–D-28.
 */
export const gameAccountMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `known` contains the credentials that may be shown. The password is never in context. `moved` is the amount moved
     * into the game. `link` is the game's address if the browser did not open a tab.
     */
    context: {} as Input & {
      known: KnownCredentials | null
      moved: Satang | null
      failure: Failure | null
      link: string | null
    },
    events: {} as
      | { type: 'game.activate' | 'game.reset' | 'game.confirm' | 'game.leave' | 'game.fill' }
      | { type: 'game.retry' | 'game.gotIt' }
      | { type: 'game.copy'; what: 'username' | 'password' }
      /** `moves`: the money in the main wallet that moves into the game first. */
      | { type: 'game.play'; moves: Satang }
      | CopyEnded
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    attempt: attemptMachine<GameDeed, Deed>(),
    /** Deletes the credentials when the dialog closes. */
    vault: fromCallback(() => {}),
    /** Reads the credentials into the vault, and returns the part that may be shown. */
    credentials: stubActor<KnownCredentials, { code: string }>(),
    /** Loads the game in the opened tab, or returns its address if the browser did not open a tab. */
    enter: stubActor<{ link: string | null }, Game>(),
  },
  guards: {
    ...attemptGuards,
    isActivation: ({ context: { pending } }) => pending?.input.deed === 'activate',
    isReset: ({ context: { pending } }) => pending?.input.deed === 'reset',
    isActive: ({ context }) => context.isActive,
    isKnown: ({ context }) => context.known !== null,
    movesMoney: (_, moves: Satang) => moves > 0,
    /** True if a break from play or a limit keeps the player from the game, so that another try would not help. */
    isBarred: (_, { code }: Failure) => BARRED_CODES.some((each) => each === code),
    /** True if the account has already been opened elsewhere, which counts as success. */
    isOpenAlready: (_, outcome: Outcome<unknown>) => refusalIn(outcome)?.code === 'SLOT_ALREADY_ACTIVE',
  },
  actions: {
    ask: assign(({ context: { code } }, deed: GameDeed['deed']) => ({
      pending: { key: newKey(), input: { deed, code } },
      failure: null,
      link: null,
    })),
    setOutcome: assign((_, outcome: Outcome<Deed>) => ({
      pending: null,
      moved: replyIn(outcome)?.amount ?? null,
      failure: refusalIn(outcome),
    })),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    showReset: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'good', text: 'game.resetDone' }),
    showCopied: sendTo(
      ({ context }) => context.toasts,
      ({ event }) => {
        assertEvent(event, 'copy.ended')
        return copyToast(event.isDone)
      },
    ),
    /**
     * Copies one credential to the clipboard and sends `copy.ended`. Implemented in src/actors, like the next two
     * actions.
     */
    copy: (_, _what: 'username' | 'password') => {},
    /**
     * Opens the game's tab as soon as the player presses the button, because browsers block a tab that is opened later.
     */
    openTab: () => {},
    /** Closes that tab again. */
    closeTab: () => {},
  },
}).createMachine({
  id: 'gameAccount',
  description: 'One game account.',
  context: ({ input }) => ({ ...input, known: null, moved: null, failure: null, link: null }),
  invoke: { id: 'vault', src: 'vault' },
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'isActivation', target: 'activating' },
        { guard: 'isReset', target: 'resetting' },
        { guard: 'isPending', target: 'filling' },
        { guard: 'isActive', target: 'reading' },
        { target: 'inactive' },
      ],
    },
    inactive: {
      description: 'The account is not open yet.',
      on: { 'game.activate': { target: 'activating', actions: { type: 'ask', params: 'activate' } } },
    },
    activating: {
      description: 'Opening the account.',
      ...attempting([
        { guard: byOutput('isOpenAlready'), target: 'reading', actions: setOutcome },
        ...outcomes({ done: 'reading', seen: 'inactive', refused: 'refused' }),
      ]),
    },
    resetting: {
      description: 'Replacing the password.',
      ...attempting([
        { guard: whenSeen, target: 'reading', actions: setOutcome },
        { guard: whenRefused, target: 'refused', actions: setOutcome },
        { target: 'reading', actions: [setOutcome, 'showReset'] },
      ]),
    },
    filling: {
      initial: 'only',
      ...attempting([
        { guard: whenSeen, target: 'reading', actions: [setOutcome, 'closeTab'] },
        { guard: whenRefused, target: 'refused', actions: [setOutcome, 'closeTab'] },
        { guard: stateIn({ filling: 'beforePlay' }), target: 'entering', actions: setOutcome },
        { target: 'filled', actions: setOutcome },
      ]),
      states: {
        only: { description: 'Moving the whole main wallet into the game.' },
        beforePlay: {
          description: 'Moving the whole main wallet into the game before it starts; its tab is already open.',
          on: { 'attempt.unknown': { target: 'only', actions: ['closeTab', 'readWallet'] } },
        },
      },
    },
    filled: {
      description: 'The whole main wallet was moved into the game.',
      on: { 'game.gotIt': [{ guard: 'isKnown', target: 'ready' }, { target: 'reading' }] },
    },
    refused: {
      description: 'The server refused the request; the reason is shown.',
      on: {
        'game.gotIt': [
          { guard: 'isKnown', target: 'ready' },
          { guard: 'isActive', target: 'reading' },
          { target: 'inactive' },
        ],
      },
    },
    reading: {
      description: 'Loading the credentials.',
      tags: 'busy',
      entry: assign({ isActive: true, failure: null }),
      invoke: {
        id: 'credentials',
        src: 'credentials',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'ready', actions: assign({ known: ({ event }) => event.output }) },
        onError: [
          { guard: byFailure('isBarred'), target: 'barred', actions: assign({ failure: failureIn }) },
          { target: 'unreadable', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    unreadable: { description: 'The credentials could not be loaded.', on: { 'game.retry': 'reading' } },
    barred: {
      description: 'A break from play or a limit keeps the player from the game; the server’s reason is shown.',
    },
    ready: {
      description: 'The player can see the credentials and play the game.',
      on: {
        'game.copy': { actions: { type: 'copy', params: ({ event }) => event.what } },
        'copy.ended': {
          actions: 'showCopied',
        },
        'game.reset': 'confirming',
        'game.fill': { target: 'filling', actions: { type: 'ask', params: 'fill' } },
        'game.play': [
          {
            guard: { type: 'movesMoney', params: ({ event }) => event.moves },
            target: 'filling.beforePlay',
            actions: ['openTab', { type: 'ask', params: 'fill' }],
          },
          { target: 'entering', actions: 'openTab' },
        ],
      },
    },
    confirming: {
      description: 'The player is asked whether to replace the old password.',
      on: {
        'game.confirm': { target: 'resetting', actions: { type: 'ask', params: 'reset' } },
        'game.leave': 'ready',
      },
    },
    entering: {
      description: 'Loading the game’s address; its tab is already open.',
      tags: 'busy',
      entry: assign({ link: null, failure: null }),
      invoke: {
        id: 'enter',
        src: 'enter',
        input: ({ context: { code, web } }) => ({ code, web }),
        onDone: { target: 'ready', actions: assign({ link: ({ event }) => event.output.link }) },
        onError: { target: 'refused', actions: ['closeTab', assign({ failure: failureIn })] },
      },
    },
  },
})
