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
} from './attempt.ts'
import { type CopyEnded, copyToast } from './copying.ts'
import { failureIn, outside } from './outside.ts'
import type { ShowToast } from './toasts.machine.ts'
import type { AskWallet } from './wallet.machine.ts'

type Game = Pick<Slot, 'code' | 'web'>
/** What a deed brought: `amount` was moved into the game. */
type Deed = { amount?: Satang | undefined }
type Input = Game & {
  isActive: boolean
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  toasts: ActorRef<Snapshot<unknown>, ShowToast>
  /** What was confirmed before the page was loaded again. */
  pending: Attempt<GameDeed> | null
}

/** One game account: opening it, its credentials, money into it, and the way into the game. Source: R116–R121, R210–R212, D-26–D-28. */
export const gameAccountMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `known`: what may be known of the credentials, the password is in no context; `moved`: what was moved into the game;
     * `link`: the way in, when the browser opened no tab.
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
    /** Forgets the credentials when the dialog is left. */
    vault: fromCallback(() => {}),
    /** Reads the credentials into the vault and says what may be known of them. */
    credentials: outside<KnownCredentials, { code: string }>(),
    /** Leads the opened tab into the game; gives the address when the browser has opened none. */
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
    /** Somebody opened it meanwhile: as good as done. */
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
    /** Puts a part of the credentials on the clipboard, and sends `copy.ended`; src/actors provides these three. */
    copy: (_, _what: 'username' | 'password') => {},
    /** Opens the tab of the game in the very press, which a browser lets pass. */
    openTab: () => {},
    /** Closes it again. */
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
      description:
        'The account is being opened, given a password, or filled; its own machine knows what has become of it.',
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
      description: 'All of the main wallet is in the game.',
      on: { 'game.gotIt': [{ guard: 'isKnown', target: 'ready' }, { target: 'reading' }] },
    },
    refused: {
      description: 'The server said why not.',
      on: {
        'game.gotIt': [
          { guard: 'isKnown', target: 'ready' },
          { guard: 'isActive', target: 'reading' },
          { target: 'inactive' },
        ],
      },
    },
    reading: {
      description: 'The credentials are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'credentials',
        src: 'credentials',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'ready', actions: { type: 'keepKnown', params: ({ event }) => event.output } },
        onError: { target: 'unreadable', actions: { type: 'keepFailure', params: failureIn } },
      },
    },
    unreadable: { description: 'The credentials could not be fetched.', on: { 'game.retry': 'reading' } },
    ready: {
      description: 'The credentials can be seen, and the game be played.',
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
      description: 'The player is asked whether the old password shall end.',
      on: {
        'game.confirm': { target: 'attempting', actions: { type: 'ask', params: 'reset' } },
        'game.leave': 'ready',
      },
    },
    entering: {
      description: 'The way into the game is being looked for; its tab is open already.',
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
