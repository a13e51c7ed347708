import { type ActorRef, assign, fromCallback, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import type { GameDeed, KnownCredentials } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import type { Slot } from '#contract/wallet.ts'
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
import { failureIn, outside } from './lib/outside.ts'
import { type CopyEnded, copyToast, type Toasts } from './lib/toast.ts'
import type { AskWallet } from './wallet.machine.ts'

type Game = Pick<Slot, 'code' | 'web'>
/** The result of an operation: `amount` was moved into the game. */
type Deed = { amount?: Satang | undefined }
type Input = Game & {
  isActive: boolean
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  toasts: Toasts
  /** An operation confirmed before a reload. */
  pending: Attempt<GameDeed> | null
}

/**
 * One game account: opening it, its credentials, moving money into it, and starting the game. Source: R116–R121,
 * R210–R212, D-26–D-28.
 */
export const gameAccountMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `known`: the credentials that may be shown (the password is in no context); `moved`: the amount moved into the
     * game; `link`: the address of the game if the browser opened no tab.
     */
    context: {} as Input & {
      known: KnownCredentials | null
      moved: Satang | null
      failure: Failure | null
      isPlaying: boolean
      link: string | null
    },
    events: {} as
      | { type: 'game.activate' | 'game.reset' | 'game.confirm' | 'game.leave' | 'game.fill' }
      | { type: 'game.retry' | 'game.gotIt' }
      | { type: 'game.copy'; what: 'username' | 'password' }
      | { type: 'game.play'; balance: Satang }
      | CopyEnded
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: {
    attempt: attemptMachine<GameDeed, Deed>(),
    /** Removes the credentials when the dialog closes. */
    vault: fromCallback(() => {}),
    /** Reads the credentials into the vault, and returns the part that may be shown. */
    credentials: outside<KnownCredentials, { code: string }>(),
    /** Loads the game in the opened tab; returns its address if the browser opened none. */
    enter: outside<{ link: string | null }, Game>(),
  },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    isActive: ({ context }) => context.isActive,
    isKnown: ({ context }) => context.known !== null,
    isPlaying: ({ context }) => context.isPlaying,
    hasMoney: (_, balance: Satang) => balance > 0,
    isDone,
    isSeen,
    /** Somebody else opened the account in the meantime, which counts as success. */
    isOpenAlready: ({ context: { pending } }, outcome: Outcome<unknown>) =>
      pending?.input.deed === 'activate' && refusalIn(outcome)?.code === 'SLOT_ALREADY_ACTIVE',
    isReset: ({ context: { pending } }) => pending?.input.deed === 'reset',
    isActivation: ({ context: { pending } }) => pending?.input.deed === 'activate',
  },
  actions: {
    ask: assign(({ context: { code } }, deed: GameDeed['deed']) => ({
      pending: { key: newKey(), input: { deed, code } },
      failure: null,
    })),
    dropPending: assign({ pending: null }),
    keepOpen: assign({ isActive: true }),
    keepMoved: assign({
      moved: (_, outcome: Outcome<Deed>) => (outcome.status === 'done' && outcome.reply.amount) || null,
    }),
    keepKnown: assign({ known: (_, known: KnownCredentials) => known }),
    keepPlaying: assign({ isPlaying: (_, isPlaying: boolean) => isPlaying, link: null }),
    keepLink: assign({ link: (_, link: string | null) => link, isPlaying: false }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure, isPlaying: false }),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome), isPlaying: false }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    showReset: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'good', text: 'game.resetDone' }),
    showCopied: sendTo(
      ({ context }) => context.toasts,
      (_, isCopied: boolean) => copyToast(isCopied),
    ),
    /** Copies one credential to the clipboard, and sends `copy.ended`; src/actors provides these three. */
    copy: (_, _what: 'username' | 'password') => {},
    /** Opens the game's tab during the press itself, because browsers block it later. */
    openTab: () => {},
    /** Closes that tab again. */
    closeTab: () => {},
  },
}).createMachine({
  id: 'gameAccount',
  description: 'One game account.',
  context: ({ input }) => ({ ...input, known: null, moved: null, failure: null, isPlaying: false, link: null }),
  invoke: { id: 'vault', src: 'vault' },
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'isPending', target: 'attempting' },
        { guard: 'isActive', target: 'reading' },
        { target: 'inactive' },
      ],
    },
    inactive: {
      description: 'The account is not open yet.',
      on: { 'game.activate': { target: 'attempting', actions: { type: 'ask', params: 'activate' } } },
    },
    attempting: {
      description: 'Opening the account, resetting its password, or moving money into it.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isOpenAlready', params: ({ event }) => event.output },
            target: 'reading',
            actions: ['keepOpen', 'dropPending', 'readWallet'],
          },
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'attempted',
            actions: [{ type: 'keepMoved', params: ({ event }) => event.output }, 'readWallet'],
          },
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'start',
            actions: ['dropPending', { type: 'keepPlaying', params: false }, 'closeTab', 'readWallet'],
          },
          {
            target: 'refused',
            actions: [
              { type: 'keepRefusal', params: ({ event }) => event.output },
              'dropPending',
              'closeTab',
              'readWallet',
            ],
          },
        ],
      },
      on: { 'attempt.unknown': { actions: ['closeTab', { type: 'keepPlaying', params: false }, 'readWallet'] } },
    },
    attempted: {
      always: [
        { guard: 'isReset', target: 'reading', actions: ['dropPending', 'showReset'] },
        { guard: 'isActivation', target: 'reading', actions: ['keepOpen', 'dropPending'] },
        { guard: 'isPlaying', target: 'entering', actions: 'dropPending' },
        { target: 'filled', actions: 'dropPending' },
      ],
    },
    filled: {
      description: 'The whole main wallet was moved into the game.',
      on: { 'game.gotIt': [{ guard: 'isKnown', target: 'ready' }, { target: 'reading' }] },
    },
    refused: {
      description: 'The server refused; its reason is shown.',
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
      invoke: {
        id: 'credentials',
        src: 'credentials',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'ready', actions: { type: 'keepKnown', params: ({ event }) => event.output } },
        onError: { target: 'unreadable', actions: { type: 'keepFailure', params: failureIn } },
      },
    },
    unreadable: { description: 'The credentials could not be loaded.', on: { 'game.retry': 'reading' } },
    ready: {
      description: 'The player can see the credentials and play the game.',
      on: {
        'game.copy': { actions: { type: 'copy', params: ({ event }) => event.what } },
        'copy.ended': { actions: { type: 'showCopied', params: ({ event }) => event.isDone } },
        'game.reset': 'confirming',
        'game.fill': { target: 'attempting', actions: { type: 'ask', params: 'fill' } },
        'game.play': [
          {
            guard: { type: 'hasMoney', params: ({ event }) => event.balance },
            target: 'attempting',
            actions: ['openTab', { type: 'keepPlaying', params: true }, { type: 'ask', params: 'fill' }],
          },
          { target: 'entering', actions: ['openTab', { type: 'keepPlaying', params: true }] },
        ],
      },
    },
    confirming: {
      description: 'The player is asked whether to replace the old password.',
      on: {
        'game.confirm': { target: 'attempting', actions: { type: 'ask', params: 'reset' } },
        'game.leave': 'ready',
      },
    },
    entering: {
      description: 'Loading the address of the game; its tab is already open.',
      tags: 'busy',
      invoke: {
        id: 'enter',
        src: 'enter',
        input: ({ context: { code, web } }) => ({ code, web }),
        onDone: { target: 'ready', actions: { type: 'keepLink', params: ({ event }) => event.output.link } },
        onError: { target: 'refused', actions: ['closeTab', { type: 'keepFailure', params: failureIn }] },
      },
    },
  },
})
