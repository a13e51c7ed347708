import { type ActorRef, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate'
import { CHAT_CHECK, CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import { NOBODY, type Whose } from './chat-item.ts'
import { chatLineMachine } from './chat-line.machine.ts'
import { merge, notBefore, unknownOf } from './chat-messages.ts'
import type { HistoryNews, Kind, LineConfig, LineNews, Missing } from './chat-news.ts'
import { outside } from './outside.ts'

type Owner = ActorRef<Snapshot<unknown>, HistoryNews>
type Found = { messages: readonly Conversation[]; kind: Kind; isFetched?: true }
/** What was said before `first`: after the `skip` newest messages. */
export type Older = { who: Whose; skip: number; first: Conversation | undefined }
/** What was found of it, and whether there is still more. */
type FoundOlder = { found: Conversation[]; hasOlder: boolean }

/** The conversation as the server has it: nothing missing, nothing twice, older pages when they are asked for. Source: R373, R382, R537, D-25. */
export const chatHistoryMachine = setup({
  types: {
    input: {} as { owner: Owner },
    /** `messages`: oldest first, by the server's time. */
    context: {} as { owner: Owner; who: Whose; messages: readonly Conversation[]; hasOlder: boolean },
    events: {} as LineNews | { type: 'history.add'; message: Conversation } | { type: 'history.more' },
    children: {} as { chatLine: 'chatLine' },
  },
  actors: { older: outside<FoundOlder, Older>(), chatLine: chatLineMachine },
  delays: { CHAT_CHECK },
  guards: {
    isOther: ({ context }, who: Whose) => who.guestId !== context.who.guestId,
    hasOlder: ({ context: { hasOlder } }) => hasOlder,
    isFirst: (_, { since }: Pick<Missing, 'since'>) => since === undefined,
    /** It stands among what is known, or is the newest: what is older comes with its page. */
    isInReach: ({ context: { messages, hasOlder } }, message: Conversation) =>
      !hasOlder || notBefore(messages[0], [message]).length > 0,
  },
  actions: {
    keepWho: assign((_, who: Whose) => ({ who })),
    /** What another guest has said is not theirs. */
    keepOther: assign((_, who: Whose) => ({ who, messages: [], hasOlder: false })),
    tellBegun: sendTo(
      ({ context }) => context.owner,
      (_, { who, unread, plain }: Omit<LineConfig, 'room'>) => ({ type: 'history.begun', who, unread, plain }),
    ),
    keepFound: enqueueActions(({ context, enqueue }, { messages: found, kind, isFetched }: Found) => {
      const messages = merge(context.messages, found)
      const newest = messages.at(-1)?.clientId ?? null
      enqueue.assign({ messages })
      enqueue.sendTo(context.owner, {
        type: 'history.grown',
        messages: unknownOf(context.messages, found),
        kind,
        newest,
        isFetched,
      })
    }),
    addMessage: assign(({ context }, message: Conversation) => ({ messages: merge(context.messages, [message]) })),
    /** The first page tells whether there are older ones; what was sent before it and is older comes with those. */
    keepFirst: assign(({ context: { messages } }, page: readonly Conversation[]) => {
      const hasOlder = page.length >= CHAT_PAGE
      return { hasOlder, messages: hasOlder ? notBefore(page[0], messages) : messages }
    }),
    askAgain: sendTo('chatLine', { type: 'line.retry' }),
    keepHasOlder: assign({ hasOlder: (_, hasOlder: boolean) => hasOlder }),
  },
}).createMachine({
  id: 'chatHistory',
  description: 'The conversation with support as the server has it.',
  context: ({ input: { owner } }) => ({ owner, who: NOBODY, messages: [], hasOlder: false }),
  invoke: { id: 'chatLine', src: 'chatLine', input: ({ self }) => ({ owner: self }) },
  on: {
    'line.configured': [
      {
        guard: { type: 'isOther', params: ({ event }) => event.who },
        target: '.early',
        actions: [
          { type: 'keepOther', params: ({ event }) => event.who },
          { type: 'tellBegun', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'keepWho', params: ({ event }) => event.who },
          { type: 'tellBegun', params: ({ event }) => event },
        ],
      },
    ],
    'line.message': {
      actions: { type: 'keepFound', params: ({ event }) => ({ messages: [event.message], kind: 'new' }) },
    },
    'line.missed': [
      {
        guard: { type: 'isFirst', params: ({ event }) => event },
        target: '.waiting',
        actions: [
          { type: 'keepFirst', params: ({ event }) => event.found },
          { type: 'keepFound', params: ({ event }) => ({ messages: event.found, kind: 'first', isFetched: true }) },
        ],
      },
      {
        actions: {
          type: 'keepFound',
          params: ({ event }) => ({ messages: event.found, kind: 'new', isFetched: true }),
        },
      },
    ],
    'history.add': {
      guard: { type: 'isInReach', params: ({ event }) => event.message },
      actions: { type: 'addMessage', params: ({ event }) => event.message },
    },
  },
  initial: 'early',
  states: {
    early: {
      initial: 'awaited',
      states: {
        awaited: {
          description: 'The newest messages are being fetched.',
          on: { 'line.failed': 'failed' },
        },
        failed: {
          description:
            'The newest messages cannot be had; they are asked for again and again, and at once when the player asks. What is said now shows.',
          on: { 'history.more': { target: 'awaited', actions: 'askAgain' } },
        },
      },
    },
    waiting: {
      description: 'Older messages are fetched when the player scrolls up to them.',
      on: {
        'history.more': { guard: 'hasOlder', target: 'loading' },
      },
    },
    loading: {
      description: 'A page of older messages is being fetched.',
      invoke: {
        id: 'older',
        src: 'older',
        input: ({ context: { who, messages } }) => ({ who, skip: messages.length, first: messages[0] }),
        onDone: {
          target: 'waiting',
          actions: [
            {
              type: 'keepFound',
              params: ({ context, event }) => ({
                messages: notBefore(context.messages[0], event.output.found),
                kind: 'new',
              }),
            },
            { type: 'keepFound', params: ({ event }) => ({ messages: event.output.found, kind: 'older' }) },
            { type: 'keepHasOlder', params: ({ event }) => event.output.hasOlder },
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
