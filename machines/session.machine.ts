import { type Actor, type ActorRefFrom, assertEvent, assign, emit, fromCallback, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { isGone, type lookupCalls } from '#contract/lookup.ts'
import type { SignedChallenge } from '#contract/passkey.ts'
import { newKey } from '#contract/random.ts'
import type { LastBalance } from '#contract/wallet.ts'
import type { chatMachine } from './chat.machine.ts'
import { byFailure, byOutput, call, failureIn, stubActor } from './lib/actors.ts'
import { toastsMachine } from './toasts.machine.ts'
import type { walletMachine } from './wallet.machine.ts'

/** The fields of the login form. They exist only in the event and the call, never in context. */
type Credentials = { username: string; password: string; remember: boolean }
/** The challenge signed by the passkey that the player chose for the login. */
type ByPasskey = { answer: SignedChallenge }
/** Where the token is stored. `browser`: in the browser. `page`: only in the memory of this page. */
export type Kept = 'browser' | 'page'
/**
 * The data of the session that this browser stores. `syncedAt` is the time of the last wallet reading, and `last` is
 * the balance at that time.
 */
type Stored = { hasToken: boolean; syncedAt: number | null; last: LastBalance | null; kept: Kept }
type Chat = Actor<typeof chatMachine>
/**
 * Sent when a page with the chat opens. The event carries the chat actor, because only those pages load the chat's
 * code.
 */
type ChatOpen = { type: 'chat.open'; chat: Chat }
/** The page to open next. `comeBack` means that the next login returns to the current page. */
type Navigate = { type: 'navigate'; to: string; comeBack: boolean }

/** Actions that stop the chat when its user leaves. */
const endChat = ['stopChat', 'clearChat'] as const
/**
 * Actions that end the login. `signOut` is for a logout by the player and affects all tabs. `leave` is for a session
 * that ended elsewhere and affects only this tab. Both stop the chat last, after the token has changed, so that the
 * chat can tell that its user has left.
 */
const signOut = ['clearLogin', 'clearStores', ...endChat] as const
const leave = ['clearLogin', 'leaveToken', ...endChat] as const
/** A logout in another tab also ends this tab's own session. */
const follow = ['endSession', ...leave] as const
/**
 * The transition that ends the current login and opens the login form, for a member who opens the login page or for a
 * visitor to a site that was shut down.
 */
const beginAnew = { target: 'guest.login', actions: [...signOut, 'setAsker'] } as const
/** The transition that starts the user's chat. */
const openChat = {
  actions: [{ type: 'setChat', params: ({ event }: { event: ChatOpen }) => event.chat }, 'startChat'],
} as const
type LoggedIn = { event: { output: { kept: Kept } } }
const setLogin = [{ type: 'setSignedIn', params: ({ event }: LoggedIn) => event.output.kept }, ...endChat] as const
const setRefusal = { type: 'setFailure', params: failureIn } as const
/** The transitions after a login by password or by passkey. */
const loginOutcomes = {
  onDone: [
    { guard: 'isUnasked', target: 'asking', actions: [...setLogin] },
    { target: 'member', actions: [...setLogin, 'goBack'] },
  ],
  onError: [
    { guard: byFailure('isRefusedAsGone'), target: 'terminated' },
    { guard: 'isUnasked', target: 'guest.login', actions: setRefusal },
    { target: 'guest.login.asked', actions: setRefusal },
  ],
} as const
/** Actions that take over another tab's login. */
const adopt = ['adoptToken', 'setAdopted', ...endChat] as const

/**
 * The session. It stores whether the current user is a guest or a member and whether the site is shut down, guards the
 * routes, and logs the player in and out. It also owns the user's chat, which continues while other pages are open, and
 * stops when the user changes. The chat is not a child actor, because an error in a child would stop the session too.
 *
 * This stays one long machine, because the server and other tabs can end or change the session in every state.
 * Source: R65, R74–R79, R386–R391.
 */
export const sessionMachine = setup({
  types: {
    input: {} as Omit<Stored, 'kept' | 'last'> & Partial<Stored>,
    context: {} as Stored & {
      unasked: boolean
      back: string | null
      key: string
      remember: boolean
      failure: Failure | null
      chat: Chat | null
      toasts: ActorRefFrom<typeof toastsMachine>
    },
    events: {} as
      | { type: 'login.open'; back: string | null }
      | ({ type: 'login.submit' } & Credentials)
      | ({ type: 'login.passkey' } & ByPasskey)
      | { type: 'login.remember'; remember: boolean }
      | { type: 'login.type' | 'public.open' | 'user.open' | 'session.logout' }
      | ChatOpen
      | { type: 'tab.signedIn' | 'tab.signedOut' | 'wire.gone' }
      | { type: 'wire.signedOut'; failure: Failure },
    emitted: {} as Navigate,
    tags: {} as 'busy' | 'member',
    children: {} as { wallet: 'wallet'; toasts: 'toasts'; tabs: 'tabs'; passkeys: 'passkeys' },
  },
  actors: {
    'lookup.active': call<(typeof lookupCalls)['lookup.active']>(),
    'account.login': stubActor<{ kept: Kept }, Credentials & { key: string }>(),
    'account.passkey': stubActor<{ kept: Kept }, ByPasskey & { remember: boolean; key: string }>(),
    /** Lets the browser offer the player's passkeys, and reports the chosen one with `login.passkey`. */
    passkeys: fromCallback(() => {}),
    /** Reports logins and logouts in other tabs of this browser. */
    tabs: fromCallback(() => {}),
    /** The member's wallet. src/actors provides the machine, so that the first page need not load it. */
    wallet: fromCallback(() => {}) as unknown as typeof walletMachine,
    toasts: toastsMachine,
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    isUnasked: ({ context }) => context.unasked,
    isGone: (_, reply: { terminated?: string | null | undefined }) => isGone(reply),
    isRefusedAsGone: (_, failure: Failure) => failure.code === 'gone',
  },
  actions: {
    /** Forces the login page to check again whether the site is open, and stores the page to return to. */
    setAsker: assign(({ event }) => {
      assertEvent(event, 'login.open')
      return { unasked: true, back: event.back }
    }),
    beginLogin: assign({ key: () => newKey(), failure: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    setSignedIn: assign((_, kept: Kept) => ({ hasToken: true, kept, failure: null })),
    setAdopted: assign({ hasToken: true, kept: 'browser', failure: null }),
    clearLogin: assign({ hasToken: false, syncedAt: null, last: null }),
    /** Stores the chat, unless the user already has one. */
    setChat: assign(({ context }, chat: Chat) => ({ chat: context.chat ?? chat })),
    startChat: ({ context: { chat } }) => void chat?.start(),
    stopChat: ({ context: { chat } }) => void chat?.stop(),
    clearChat: assign({ chat: null }),
    /**
     * Ends the session on the server, if there is one. Implemented in src/actors. (Without the unused parameter, all
     * actions would lose their types.)
     */
    endSession: (_) => {},
    /** Clears the stored auth data and notifies the other tabs. Implemented in src/actors. Source: D-08. */
    clearStores: (_) => {},
    /** Takes over another tab's login. Implemented in src/actors. */
    adoptToken: (_) => {},
    /** Removes this tab’s own token, but not one that another tab has stored since. Implemented in src/actors. */
    leaveToken: (_) => {},
    goToTerminated: emit({ type: 'navigate', to: '/terminated', comeBack: false }),
    goToLogin: emit({ type: 'navigate', to: '/login', comeBack: false }),
    goToLoginAndBack: emit({ type: 'navigate', to: '/login', comeBack: true }),
    goBack: emit(({ context: { back } }) => ({ type: 'navigate' as const, to: back ?? '/user/home', comeBack: false })),
  },
}).createMachine({
  id: 'session',
  description: 'Tracks who is using the site (a guest or a member) and whether the site is shut down.',
  context: ({ input, spawn }) => ({
    kept: 'browser',
    last: null,
    ...input,
    unasked: false,
    back: null,
    key: '',
    remember: true,
    failure: null,
    chat: null,
    toasts: spawn('toasts', { id: 'toasts' }),
  }),
  invoke: { id: 'tabs', src: 'tabs' },
  initial: 'boot',
  states: {
    boot: { always: [{ guard: 'hasToken', target: 'member' }, { target: 'guest' }] },
    guest: {
      initial: 'browsing',
      on: {
        'login.open': { target: '.login', actions: 'setAsker' },
        'tab.signedOut': { guard: 'hasToken', actions: [...follow] },
        'user.open': { guard: 'hasToken', target: 'member' },
        'wire.gone': 'terminated',
      },
      states: {
        browsing: {
          description: 'A visitor reads the public pages.',
          on: { 'chat.open': openChat, 'tab.signedIn': { actions: [...adopt] } },
        },
        login: {
          description: 'The login form is open.',
          initial: 'asking',
          on: {
            'public.open': { target: 'browsing', actions: assign({ failure: null }) },
            'login.type': { actions: assign({ failure: null }) },
            'login.remember': { actions: assign({ remember: ({ event }) => event.remember }) },
            'login.submit': { target: '#session.signingIn', actions: 'beginLogin' },
            'login.passkey': { target: '#session.signingInByPasskey', actions: 'beginLogin' },
            'tab.signedIn': { target: '#session.member', actions: [...adopt, 'goBack'] },
          },
          states: {
            asking: {
              description: 'The form already works while the site is being checked.',
              invoke: {
                id: 'lookup.active',
                src: 'lookup.active',
                input: {},
                onDone: [
                  { guard: byOutput('isGone'), target: '#session.terminated' },
                  { target: 'asked', actions: assign({ unasked: false }) },
                ],
                onError: 'unanswered',
              },
            },
            asked: {
              description:
                'The site is open. If the backend supports passkeys, the browser offers the player their passkeys.',
              invoke: { id: 'passkeys', src: 'passkeys' },
            },
            unanswered: { description: 'The check failed; the form still works.' },
          },
        },
      },
    },
    asking: {
      description:
        'The player has logged in, but the first check of the site failed. Checking again whether the site is open.',
      tags: 'busy',
      invoke: {
        id: 'lookup.active',
        src: 'lookup.active',
        input: {},
        onDone: [
          { guard: byOutput('isGone'), target: 'terminated' },
          { target: 'member', actions: [assign({ unasked: false }), 'goBack'] },
        ],
        onError: { target: 'member', actions: 'goBack' },
      },
      on: {
        'tab.signedOut': { target: 'guest.login', actions: [...follow] },
        'wire.gone': 'terminated',
      },
    },
    signingIn: {
      description: 'Checking the phone number and password.',
      tags: 'busy',
      invoke: {
        id: 'account.login',
        src: 'account.login',
        input: ({ context: { key }, event }) => {
          assertEvent(event, 'login.submit')
          const { type: _, ...credentials } = event
          return { ...credentials, key }
        },
        ...loginOutcomes,
      },
    },
    signingInByPasskey: {
      description: 'Verifying the passkey that the player chose.',
      tags: 'busy',
      invoke: {
        id: 'account.passkey',
        src: 'account.passkey',
        input: ({ context: { remember, key }, event }) => {
          assertEvent(event, 'login.passkey')
          return { answer: event.answer, remember, key }
        },
        ...loginOutcomes,
      },
    },
    member: {
      description: 'A member is signed in.',
      tags: 'member',
      invoke: { id: 'wallet', src: 'wallet', input: ({ context: { syncedAt, last } }) => ({ syncedAt, last }) },
      on: {
        'chat.open': openChat,
        'session.logout': { target: 'guest', actions: [...signOut, 'goToLogin'] },
        'public.open': { target: 'guest', actions: [...signOut] },
        'login.open': beginAnew,
        'wire.signedOut': {
          target: 'guest',
          actions: [...leave, assign({ failure: ({ event }) => event.failure }), 'goToLoginAndBack'],
        },
        'tab.signedOut': { target: 'guest', actions: [...follow, 'goToLogin'] },
        'wire.gone': 'terminated',
      },
    },
    terminated: {
      description: 'The site is shut down.',
      entry: [...endChat, 'goToTerminated'],
      on: {
        'login.open': beginAnew,
        'public.open': { target: 'guest', actions: [...signOut] },
        'user.open': { guard: 'hasToken', target: 'member' },
      },
    },
  },
})
