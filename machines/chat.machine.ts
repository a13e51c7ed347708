import { assign, fromCallback, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import { CHAT_ALERT, CHAT_CHECK, CHAT_READ_DEBOUNCE, type Conversation, type chatCalls } from '#contract/chat.ts'
import { chatBoxMachine } from './chat-box.machine.ts'
import { chatHistoryMachine } from './chat-history.machine.ts'
import type { KeptItem, Whose } from './chat-item.ts'
import type { BoxNews, HistoryNews } from './chat-news.ts'
import { call } from './outside.ts'

/** What the player has before them: the button, the panel, or another page. */
type Sight = 'closed' | 'seen' | 'hidden'
type Written = { kept: readonly KeptItem[]; draft: string }
type Begun = Extract<HistoryNews, { type: 'history.begun' }>
type Grown = Extract<HistoryNews, { type: 'history.grown' }>
/** What of support's messages is to be read: `isBegun`: the newest are there, up to `newest`; `marked` of them are being marked. */
type Reading = { isBegun: boolean; newest: string | null; unread: number; marked: number; readKey: string }
const nothing: Reading = { isBegun: false, newest: null, unread: 0, marked: 0, readKey: '' }

/** What support has said just now. */
const newsIn = ({ messages, kind }: Grown) => messages.filter(({ sender }) => kind === 'new' && sender === 'other')

/** The support chat: its panel, and what the player has still to read. Source: R12, R61–R62, R244, R250, R377, R539–R540. */
export const chatMachine = setup({
  types: {
    /** What was written before the page was loaded again and not sent: `kept` was to be, `draft` was not done. */
    input: {} as Written,
    /** `hint`: the newest message of support, which is announced. */
    context: {} as Reading & Written & { sight: Sight; who: Whose | null; hint: Conversation | null },
    events: {} as
      | { type: 'panel.open' | 'panel.close' }
      | { type: 'page.shown' | 'page.hidden' }
      | HistoryNews
      | BoxNews,
    children: {} as { chatHistory: 'chatHistory'; chatBox: 'chatBox' },
  },
  actors: {
    chatHistory: chatHistoryMachine,
    chatBox: chatBoxMachine,
    'chat.read': call<(typeof chatCalls)['chat.read']>(),
    /** Says whether the page can be seen. */
    page: fromCallback(() => {}),
  },
  delays: { CHAT_ALERT, CHAT_READ_DEBOUNCE, CHAT_CHECK },
  guards: {
    isBegun: ({ context }) => context.isBegun,
    isNews: (_, grown: Grown) => newsIn(grown).length > 0,
    isToRead: (_, grown: Grown) => grown.kind === 'first' || newsIn(grown).length > 0,
    isUnseen: ({ context }) => context.sight !== 'seen',
    isOpen: ({ context }) => context.sight !== 'closed',
    hasMore: ({ context }) => context.unread > 0,
  },
  actions: {
    keepSight: assign({ sight: (_, sight: Sight) => sight }),
    /** From the newest page on what comes is counted here: what the server counts later has come, or will. */
    keepBegun: assign(({ context }, { who, unread }: { who: Whose; unread: number }) =>
      context.isBegun && who.guestId === context.who?.guestId ? {} : { who, unread, isBegun: false },
    ),
    tellReady: sendTo('chatBox', (_, { who, plain }: Begun) => ({ type: 'box.ready', who, plain })),
    tellGrown: sendTo('chatBox', (_, { messages, isFetched }: Grown) => ({ type: 'box.look', messages, isFetched })),
    addSent: sendTo('chatHistory', (_, message: Conversation) => ({ type: 'history.add', message })),
    keepGrown: assign(({ context: { isBegun, unread } }, grown: Grown) => ({
      isBegun: isBegun || grown.kind === 'first',
      newest: grown.newest,
      unread: unread + newsIn(grown).length,
    })),
    keepHint: assign({ hint: (_, grown: Grown) => newsIn(grown).at(-1) ?? null }),
    dropHint: assign({ hint: null }),
    keepMarked: assign({ readKey: () => newKey(), marked: ({ context }) => context.unread, unread: 0 }),
    keepUnread: assign({ unread: ({ context: { unread, marked } }) => unread + marked }),
  },
}).createMachine({
  id: 'chat',
  description: 'The support chat.',
  context: ({ input: { kept, draft } }) => ({ kept, draft, sight: 'closed', who: null, hint: null, ...nothing }),
  invoke: [
    { id: 'chatHistory', src: 'chatHistory', input: ({ self }) => ({ owner: self }) },
    { id: 'chatBox', src: 'chatBox', input: ({ context: { kept, draft }, self }) => ({ owner: self, kept, draft }) },
  ],
  type: 'parallel',
  states: {
    talk: {
      description: 'What was said is known, and what the player has not read is counted.',
      on: {
        'history.begun': {
          actions: [
            { type: 'keepBegun', params: ({ event }) => event },
            { type: 'tellReady', params: ({ event }) => event },
          ],
        },
        'history.grown': {
          actions: [
            { type: 'tellGrown', params: ({ event }) => event },
            { type: 'keepGrown', params: ({ event }) => event },
          ],
        },
        'box.sent': { actions: { type: 'addSent', params: ({ event }) => event.message } },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: {
          description: 'A button stands in the corner, with the number of messages to be read.',
          entry: { type: 'keepSight', params: 'closed' },
          on: { 'panel.open': 'open' },
        },
        open: {
          invoke: { id: 'page', src: 'page' },
          initial: 'seen',
          on: { 'panel.close': 'closed' },
          states: {
            seen: {
              description: 'The player has the messages before them.',
              entry: { type: 'keepSight', params: 'seen' },
              on: { 'page.hidden': 'hidden' },
            },
            hidden: {
              description: 'The panel is open on a page that cannot be seen now.',
              entry: { type: 'keepSight', params: 'hidden' },
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
          description: 'There is nothing to be marked as read.',
          on: {
            'panel.open': 'due',
            'page.shown': { guard: 'isOpen', target: 'due' },
            'history.grown': [
              { guard: 'isUnseen' },
              { guard: { type: 'isNews', params: ({ event }) => event }, target: 'due' },
            ],
          },
        },
        due: {
          description:
            'The player is reading, as soon as the newest messages are there; when nothing new has come for a second, or they are done, it is marked.',
          on: {
            'panel.close': [{ guard: 'isBegun', target: 'marking' }, { target: 'idle' }],
            'page.hidden': 'idle',
            'history.grown': {
              guard: { type: 'isToRead', params: ({ event }) => event },
              target: 'due',
              reenter: true,
            },
          },
          after: { CHAT_READ_DEBOUNCE: { guard: 'isBegun', target: 'marking' } },
        },
        marking: {
          description: 'What is there is being marked as read.',
          entry: 'keepMarked',
          invoke: {
            id: 'chat.read',
            src: 'chat.read',
            input: ({ context: { who, newest, readKey } }) => ({
              ...who,
              ...(newest !== null && { upTo: newest }),
              key: readKey,
            }),
            onDone: [{ guard: 'isUnseen', target: 'idle' }, { guard: 'hasMore', target: 'due' }, { target: 'idle' }],
            onError: [
              { guard: 'isUnseen', target: 'idle', actions: 'keepUnread' },
              { target: 'again', actions: 'keepUnread' },
            ],
          },
        },
        again: {
          description: 'It could not be marked; after 5 s it is tried again, if the player is still reading.',
          on: { 'panel.close': 'idle', 'page.hidden': 'idle' },
          after: { CHAT_CHECK: 'due' },
        },
      },
    },
    hint: {
      initial: 'none',
      on: {
        'history.grown': [
          { guard: 'isOpen' },
          {
            guard: { type: 'isNews', params: ({ event }) => event },
            target: '.shown',
            actions: { type: 'keepHint', params: ({ event }) => event },
          },
        ],
      },
      states: {
        none: { description: 'Nothing new is announced.' },
        shown: {
          description: 'The newest message is announced beside the button, for 4 s.',
          on: { 'panel.open': 'none' },
          exit: 'dropHint',
          after: { CHAT_ALERT: 'none' },
        },
      },
    },
  },
})
