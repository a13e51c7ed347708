import { assertEvent, assign, fromCallback, not, sendTo, setup, stateIn } from 'xstate'
import { CHAT_ALERT, CHAT_CHECK, CHAT_READ_DEBOUNCE, type Conversation, type chatCalls } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { chatBoxMachine } from './chat-box.machine.ts'
import { chatHistoryMachine } from './chat-history.machine.ts'
import { call } from './lib/actors.ts'
import type { BoxNews, HistoryNews } from './lib/chat-events.ts'
import type { KeptItem, Whose } from './lib/chat-item.ts'

/** Guards: `OPEN` is true while the panel is open, and `UNSEEN` while the player cannot see the conversation. */
const OPEN = stateIn({ panel: 'open' })
const UNSEEN = not(stateIn({ panel: { open: 'seen' } }))

type Written = { kept: readonly KeptItem[]; draft: string }
type MessagesAdded = Extract<HistoryNews, { type: 'history.grown' }>
/**
 * The state of the unread messages from support. `isBegun` means that the newest page is loaded, up to `newest`.
 * `counted` is the ISO time of the newest message in the server's count. It is null if there was no message, and
 * undefined if the server does not report it. `marked` is the number of messages being marked as read.
 */
type Reading = {
  isBegun: boolean
  newest: string | null
  unread: number
  counted: string | null | undefined
  marked: number
  readKey: string
}
const nothing: Reading = { isBegun: false, newest: null, unread: 0, counted: undefined, marked: 0, readKey: '' }

type Grown = { context: Pick<Reading, 'counted'>; event: MessagesAdded }
/** Returns the messages from support that the server's count does not include. */
const newsIn = ({ context: { counted }, event: { messages, kind } }: Grown) =>
  messages.filter(({ sender, createdAt }) => {
    const isNew = counted === undefined ? kind === 'new' : kind !== 'older' && createdAt > (counted ?? '')
    return isNew && sender === 'other'
  })

/**
 * The support chat: its panel, and the unread messages.
 *
 * This stays one long machine, because its four parallel regions react to the same panel and history events.
 * Source: R12, R61–R62, R244, R250, R377, R539–R540.
 */
export const chatMachine = setup({
  types: {
    /** The unsent messages from before a reload: `kept` had been submitted, and `draft` was still being typed. */
    input: {} as Written,
    /** `hint` is the newest message from support, announced beside the button. */
    context: {} as Reading & Written & { who: Whose | null; hint: Conversation | null },
    events: {} as
      | { type: 'panel.open' | 'panel.close' }
      /**
       * The player asks support about an error. `draft` is a text about the error, to be added to what the player has
       * already typed.
       */
      | { type: 'chat.begin'; draft: string }
      | { type: 'page.shown' | 'page.hidden' }
      | HistoryNews
      | BoxNews,
    children: {} as { chatHistory: 'chatHistory'; chatBox: 'chatBox' },
  },
  actors: {
    chatHistory: chatHistoryMachine,
    chatBox: chatBoxMachine,
    'chat.read': call<(typeof chatCalls)['chat.read']>(),
    /** Reports whether the page is visible. */
    page: fromCallback(() => {}),
  },
  delays: { CHAT_ALERT, CHAT_READ_DEBOUNCE, CHAT_CHECK },
  guards: {
    isBegun: ({ context }) => context.isBegun,
    isNews: ({ context, event }) => {
      assertEvent(event, 'history.grown')
      return newsIn({ context, event }).length > 0
    },
    isFirst: ({ event }) => {
      assertEvent(event, 'history.grown')
      return event.kind === 'first'
    },
    hasMore: ({ context }) => context.unread > 0,
  },
  actions: {
    /**
     * Uses the server's unread count only until the newest page is loaded. Later messages are counted as they arrive.
     */
    setBegun: assign(({ context, event }) => {
      assertEvent(event, 'history.begun')
      const { who, unread, newest: counted } = event
      return context.isBegun && who.guestId === context.who?.guestId ? {} : { who, unread, counted, isBegun: false }
    }),
    reportReady: sendTo('chatBox', ({ event }) => {
      assertEvent(event, 'history.begun')
      return { type: 'box.ready', who: event.who, plain: event.plain }
    }),
    reportGrown: sendTo('chatBox', ({ event }) => {
      assertEvent(event, 'history.grown')
      return { type: 'box.look', messages: event.messages, isFetched: event.isFetched }
    }),
    reportBegun: sendTo('chatBox', ({ event }) => {
      assertEvent(event, 'chat.begin')
      return { type: 'draft.begin', draft: event.draft }
    }),
    addSent: sendTo('chatHistory', ({ event }) => {
      assertEvent(event, 'box.sent')
      return { type: 'history.add', message: event.message }
    }),
    setMarked: assign({ readKey: () => newKey(), marked: ({ context }) => context.unread, unread: 0 }),
    setUnread: assign({ unread: ({ context: { unread, marked } }) => unread + marked }),
  },
}).createMachine({
  id: 'chat',
  description: 'The support chat.',
  context: ({ input: { kept, draft } }) => ({ kept, draft, who: null, hint: null, ...nothing }),
  invoke: [
    { id: 'chatHistory', src: 'chatHistory', input: ({ self }) => ({ owner: self }) },
    { id: 'chatBox', src: 'chatBox', input: ({ context: { kept, draft }, self }) => ({ owner: self, kept, draft }) },
  ],
  type: 'parallel',
  states: {
    talk: {
      description: 'Receives the messages and counts the unread ones.',
      on: {
        'history.begun': {
          actions: ['setBegun', 'reportReady'],
        },
        'history.grown': {
          actions: [
            'reportGrown',
            assign(({ context, event }) => ({
              isBegun: context.isBegun || event.kind === 'first',
              newest: event.newest,
              unread: context.unread + newsIn({ context, event }).length,
            })),
          ],
        },
        'box.sent': { actions: 'addSent' },
        'chat.begin': { actions: 'reportBegun' },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: {
          description: 'A button in the corner shows the number of unread messages.',
          on: { 'panel.open': 'open' },
        },
        open: {
          invoke: { id: 'page', src: 'page' },
          initial: 'seen',
          on: { 'panel.close': 'closed' },
          states: {
            seen: {
              description: 'The player sees the messages.',
              on: { 'page.hidden': 'hidden' },
            },
            hidden: {
              description: 'The panel is open, but the page is not visible.',
              on: { 'page.shown': 'seen' },
            },
          },
        },
      },
    },
    reading: {
      initial: 'idle',
      states: {
        idle: {
          description: 'There is nothing to mark as read.',
          on: {
            'panel.open': 'due',
            'page.shown': { guard: OPEN, target: 'due' },
            'history.grown': [{ guard: UNSEEN }, { guard: 'isNews', target: 'due' }],
          },
        },
        due: {
          description:
            'The player is reading. Once loaded, the newest messages are marked as read after 1 s without a new message, or when the panel closes.',
          on: {
            'panel.close': [{ guard: 'isBegun', target: 'marking' }, { target: 'idle' }],
            'page.hidden': 'idle',
            'history.grown': [
              { guard: 'isFirst', target: 'due', reenter: true },
              { guard: 'isNews', target: 'due', reenter: true },
            ],
          },
          after: { CHAT_READ_DEBOUNCE: { guard: 'isBegun', target: 'marking' } },
        },
        marking: {
          description: 'Marking the messages as read.',
          entry: 'setMarked',
          invoke: {
            id: 'chat.read',
            src: 'chat.read',
            input: ({ context: { who, newest, readKey } }) => ({
              ...who,
              ...(newest !== null && { upTo: newest }),
              key: readKey,
            }),
            onDone: [{ guard: UNSEEN, target: 'idle' }, { guard: 'hasMore', target: 'due' }, { target: 'idle' }],
            onError: [
              { guard: UNSEEN, target: 'idle', actions: 'setUnread' },
              { target: 'again', actions: 'setUnread' },
            ],
          },
        },
        again: {
          description: 'The messages could not be marked as read; retries after 5 s if the player is still reading.',
          on: { 'panel.close': 'idle', 'page.hidden': 'idle' },
          after: { CHAT_CHECK: 'due' },
        },
      },
    },
    hint: {
      initial: 'none',
      on: {
        'history.grown': [
          { guard: OPEN },
          {
            guard: 'isNews',
            target: '.shown',
            actions: assign({ hint: (grown) => newsIn(grown).at(-1) ?? null }),
          },
        ],
      },
      states: {
        none: { description: 'No new message is announced beside the button.' },
        shown: {
          description: 'The newest message is announced beside the button, for 4 s.',
          on: { 'panel.open': 'none' },
          exit: assign({ hint: null }),
          after: { CHAT_ALERT: 'none' },
        },
      },
    },
  },
})
