import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { CHAT_CHECK, CHAT_PAGE, type Conversation, type chatCalls } from '#contract/chat.ts'
import type { Whose } from './chat-item.ts'
import { chatLineMachine, type LineNews } from './chat-line.machine.ts'
import { addMessage, joinPage, unknownOf } from './chat-messages.ts'
import { call } from './outside.ts'

/** What the history tells its owner: who is speaking, and messages that were not known; `isNew`: they were said just now. */
export type HistoryNews =
  | { type: 'history.begun'; who: Whose; unread: number }
  | { type: 'history.grown'; messages: readonly Conversation[]; isNew: boolean }
type Owner = ActorRef<Snapshot<unknown>, HistoryNews>
type Found = { messages: readonly Conversation[]; isNew: boolean }

/** The conversation as the server has it: nothing missing, nothing twice, older pages when they are asked for. Source: R373, R382, R537, D-25. */
export const chatHistoryMachine = setup({
  types: {
    input: {} as { owner: Owner },
    /** `messages`: oldest first, without a gap. */
    context: {} as { owner: Owner; who: Whose; messages: readonly Conversation[]; hasOlder: boolean },
    events: {} as LineNews | { type: 'history.add'; message: Conversation } | { type: 'history.more' },
    children: {} as { chatLine: 'chatLine' },
  },
  actors: { 'chat.history': call<(typeof chatCalls)['chat.history']>(), chatLine: chatLineMachine },
  delays: { CHAT_CHECK },
  guards: { hasOlder: ({ context: { hasOlder } }) => hasOlder },
  actions: {
    keepWho: assign({ who: (_, who: Whose) => who }),
    tellBegun: sendTo(
      ({ context }) => context.owner,
      (_, { who, unread }: { who: Whose; unread: number }) => ({ type: 'history.begun', who, unread }),
    ),
    /** Before they are put to what is known. */
    tellGrown: sendTo(
      ({ context }) => context.owner,
      ({ context }, { messages, isNew }: Found) => ({
        type: 'history.grown',
        messages: unknownOf(context.messages, messages),
        isNew,
      }),
    ),
    addMessage: assign(({ context }, message: Conversation) => ({ messages: addMessage(context.messages, message) })),
    /** The first page also tells whether there are older ones. */
    joinMissed: assign(({ context }, { found, since }: { found: readonly Conversation[]; since: string | null }) => ({
      messages: joinPage(context.messages, found, 'newer'),
      hasOlder: since === null ? found.length >= CHAT_PAGE : context.hasOlder,
    })),
    joinOlder: assign(({ context }, page: readonly Conversation[]) => ({
      messages: joinPage(context.messages, page.toReversed(), 'older'),
      hasOlder: page.length >= CHAT_PAGE,
    })),
  },
}).createMachine({
  id: 'chatHistory',
  description: 'The conversation with support as the server has it.',
  context: ({ input: { owner } }) => ({
    owner,
    who: { userId: null, guestId: null },
    messages: [],
    hasOlder: false,
  }),
  invoke: { id: 'chatLine', src: 'chatLine', input: ({ self }) => ({ owner: self }) },
  on: {
    'line.configured': {
      actions: [
        { type: 'keepWho', params: ({ event }) => event.who },
        { type: 'tellBegun', params: ({ event }) => event },
      ],
    },
    'line.message': {
      actions: [
        { type: 'tellGrown', params: ({ event }) => ({ messages: [event.message], isNew: true }) },
        { type: 'addMessage', params: ({ event }) => event.message },
      ],
    },
    'line.missed': {
      actions: [
        { type: 'tellGrown', params: ({ event: { found, since } }) => ({ messages: found, isNew: since !== null }) },
        { type: 'joinMissed', params: ({ event }) => event },
      ],
    },
    'history.add': { actions: { type: 'addMessage', params: ({ event }) => event.message } },
  },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Older messages are fetched when the player scrolls up to them.',
      on: {
        'history.more': { guard: 'hasOlder', target: 'loading' },
      },
    },
    loading: {
      description: 'A page of older messages is being fetched.',
      invoke: {
        id: 'chat.history',
        src: 'chat.history',
        input: ({ context: { who, messages } }) => ({ ...who, limit: CHAT_PAGE, skip: messages.length }),
        onDone: {
          target: 'waiting',
          actions: [
            { type: 'tellGrown', params: ({ event }) => ({ messages: event.output, isNew: false }) },
            { type: 'joinOlder', params: ({ event }) => event.output },
          ],
        },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The page could not be fetched; it is tried again after 5 s, or when the player asks.',
      on: { 'history.more': 'loading' },
      after: { CHAT_CHECK: 'loading' },
    },
  },
})
