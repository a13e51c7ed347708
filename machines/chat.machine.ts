import { assign, fromCallback, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import { CHAT_ALERT, CHAT_CHECK, CHAT_READ_DEBOUNCE, type Conversation, type chatCalls } from '#contract/chat.ts'
import { type BoxNews, chatBoxMachine } from './chat-box.machine.ts'
import { chatHistoryMachine, type HistoryNews } from './chat-history.machine.ts'
import type { KeptItem, Whose } from './chat-item.ts'
import { call } from './outside.ts'

/** What the player has before them: the button, the panel, or another page. */
type Sight = 'closed' | 'seen' | 'hidden'
type Grown = Extract<HistoryNews, { type: 'history.grown' }>

const saidBySupport = (messages: readonly Conversation[]) => messages.filter(({ sender }) => sender === 'other')

/** The support chat: its panel, and what the player has still to read. Source: R12, R61–R62, R244, R250, R377, R539–R540. */
export const chatMachine = setup({
  types: {
    /** `kept`: what was written before the page was loaded again, and not sent. */
    input: {} as { kept: readonly KeptItem[] },
    /** `unread`: messages of support. `hint`: the newest of them, which is announced. */
    context: {} as {
      kept: readonly KeptItem[]
      sight: Sight
      who: Whose | null
      unread: number
      hint: Conversation | null
      readKey: string
    },
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
    isKnown: ({ context }) => context.who !== null,
    isNews: (_, { messages, isNew }: Grown) => isNew && saidBySupport(messages).length > 0,
    isUnseen: ({ context }) => context.sight !== 'seen',
    isOpen: ({ context }) => context.sight !== 'closed',
    isClosed: ({ context }) => context.sight === 'closed',
    hasMore: ({ context }) => context.unread > 0,
  },
  actions: {
    keepSight: assign({ sight: (_, sight: Sight) => sight }),
    keepBegun: assign((_, { who, unread }: { who: Whose; unread: number }) => ({ who, unread })),
    tellReady: sendTo('chatBox', (_, who: Whose) => ({ type: 'box.ready', who })),
    tellGrown: sendTo('chatBox', (_, { messages }: Grown) => ({ type: 'box.look', messages })),
    addSent: sendTo('chatHistory', (_, message: Conversation) => ({ type: 'history.add', message })),
    countUnread: assign({
      unread: ({ context: { unread } }, { messages, isNew }: Grown) =>
        unread + (isNew ? saidBySupport(messages).length : 0),
    }),
    keepHint: assign({ hint: (_, { messages }: Grown) => saidBySupport(messages).at(-1) ?? null }),
    dropHint: assign({ hint: null }),
    keepRead: assign({ readKey: () => newKey(), unread: 0 }),
  },
}).createMachine({
  id: 'chat',
  description: 'The support chat.',
  context: ({ input: { kept } }) => ({ kept, sight: 'closed', who: null, unread: 0, hint: null, readKey: '' }),
  invoke: [
    { id: 'chatHistory', src: 'chatHistory', input: ({ self }) => ({ owner: self }) },
    { id: 'chatBox', src: 'chatBox', input: ({ context: { kept }, self }) => ({ owner: self, kept }) },
  ],
  type: 'parallel',
  states: {
    talk: {
      description: 'What was said is known, and what the player has not read is counted.',
      on: {
        'history.begun': {
          actions: [
            { type: 'keepBegun', params: ({ event }) => event },
            { type: 'tellReady', params: ({ event }) => event.who },
          ],
        },
        'history.grown': {
          actions: [
            { type: 'tellGrown', params: ({ event }) => event },
            { type: 'countUnread', params: ({ event }) => event },
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
            'panel.open': { guard: 'isClosed', target: 'due' },
            'page.shown': { guard: 'isOpen', target: 'due' },
            'history.grown': [
              { guard: 'isUnseen' },
              { guard: { type: 'isNews', params: ({ event }) => event }, target: 'due' },
            ],
          },
        },
        due: {
          description: 'The player is reading; when nothing new has come for a second, or they are done, it is marked.',
          on: {
            'panel.close': [{ guard: 'isKnown', target: 'marking' }, { target: 'idle' }],
            'page.hidden': 'idle',
            'history.begun': { target: 'due', reenter: true },
            'history.grown': {
              guard: { type: 'isNews', params: ({ event }) => event },
              target: 'due',
              reenter: true,
            },
          },
          after: { CHAT_READ_DEBOUNCE: { guard: 'isKnown', target: 'marking' } },
        },
        marking: {
          description: 'What support has said until now is being marked as read.',
          entry: 'keepRead',
          invoke: {
            id: 'chat.read',
            src: 'chat.read',
            input: ({ context: { who, readKey } }) => ({ ...who, key: readKey }),
            onDone: [{ guard: 'isUnseen', target: 'idle' }, { guard: 'hasMore', target: 'due' }, { target: 'idle' }],
            onError: [{ guard: 'isUnseen', target: 'idle' }, { target: 'again' }],
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
      states: {
        none: {
          description: 'Nothing new is announced.',
          on: {
            'history.grown': [
              { guard: 'isOpen' },
              {
                guard: { type: 'isNews', params: ({ event }) => event },
                target: 'shown',
                actions: { type: 'keepHint', params: ({ event }) => event },
              },
            ],
          },
        },
        shown: {
          description: 'The newest message is announced beside the button, for 4 s.',
          on: {
            'panel.open': 'none',
            'history.grown': {
              guard: { type: 'isNews', params: ({ event }) => event },
              target: 'shown',
              reenter: true,
              actions: { type: 'keepHint', params: ({ event }) => event },
            },
          },
          exit: 'dropHint',
          after: { CHAT_ALERT: 'none' },
        },
      },
    },
  },
})
