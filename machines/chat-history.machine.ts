import { type ActorRef, assertEvent, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate'
import { CHAT_CHECK, CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import { chatLineMachine } from './chat-line.machine.ts'
import { stubActor } from './lib/actors.ts'
import type { HistoryNews, Kind, LineNews } from './lib/chat-events.ts'
import { NOBODY, type Whose } from './lib/chat-item.ts'
import { merge, notBefore, unknownOf } from './lib/chat-messages.ts'

type Owner = ActorRef<Snapshot<unknown>, HistoryNews>
type Found = { messages: readonly Conversation[]; kind: Kind; isFetched?: true }
/** The request for an older page: it skips the `skip` newest messages and returns messages from before `first`. */
export type Older = { who: Whose; skip: number; first: Conversation | undefined }
/** The older messages that were found, and whether there are more. */
type FoundOlder = { found: Conversation[]; hasOlder: boolean }

/**
 * The conversation as the server stores it, without gaps or duplicates. Older pages are loaded on demand. Source: R373,
 * R382, R537, D-25.
 */
export const chatHistoryMachine = setup({
  types: {
    input: {} as { owner: Owner },
    /** `messages` are sorted by the server's time, oldest first. */
    context: {} as { owner: Owner; who: Whose; messages: readonly Conversation[]; hasOlder: boolean },
    events: {} as LineNews | { type: 'history.add'; message: Conversation } | { type: 'history.more' },
    tags: {} as 'busy' | 'failed',
    children: {} as { chatLine: 'chatLine' },
  },
  actors: { older: stubActor<FoundOlder, Older>(), chatLine: chatLineMachine },
  delays: { CHAT_CHECK },
  guards: {
    isOther: ({ context, event }) => {
      assertEvent(event, 'line.configured')
      return event.who.guestId !== context.who.guestId
    },
    hasOlder: ({ context: { hasOlder } }) => hasOlder,
    isFirst: ({ event }) => {
      assertEvent(event, 'line.missed')
      return event.since === undefined
    },
    /**
     * True if the message is newer than the start of the loaded range. Older messages are loaded with their own page.
     */
    isInReach: ({ context: { messages, hasOlder }, event }) => {
      assertEvent(event, ['history.add', 'line.message'])
      return !hasOlder || notBefore(messages[0], [event.message]).length > 0
    },
  },
  actions: {
    reportBegun: sendTo(
      ({ context }) => context.owner,
      ({ event }) => {
        assertEvent(event, 'line.configured')
        return { ...event, type: 'history.begun' }
      },
    ),
    setFound: enqueueActions(({ context, enqueue }, { messages: found, kind, isFetched }: Found) => {
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
    /**
     * If the first page is full, there may be older messages. A live message older than that page is then removed,
     * because messages between them may be missing. The removed message returns once its own page is loaded.
     */
    setFirst: assign(({ context: { messages } }, page: readonly Conversation[]) => {
      const hasOlder = page.length >= CHAT_PAGE
      return { hasOlder, messages: hasOlder ? notBefore(page[0], messages) : messages }
    }),
    askAgain: sendTo('chatLine', { type: 'line.retry' }),
  },
}).createMachine({
  id: 'chatHistory',
  description: 'The conversation with support, as the server stores it.',
  context: ({ input: { owner } }) => ({ owner, who: NOBODY, messages: [], hasOlder: false }),
  invoke: { id: 'chatLine', src: 'chatLine', input: ({ self }) => ({ owner: self }) },
  on: {
    'line.configured': [
      {
        guard: 'isOther',
        target: '.early',
        actions: [
          // a different guest must not see the previous guest's messages
          assign({ who: ({ event }) => event.who, messages: [], hasOlder: false }),
          'reportBegun',
        ],
      },
      {
        actions: [assign({ who: ({ event }) => event.who }), 'reportBegun'],
      },
    ],
    'line.message': {
      guard: 'isInReach',
      actions: { type: 'setFound', params: ({ event }) => ({ messages: [event.message], kind: 'new' }) },
    },
    'line.missed': [
      {
        guard: 'isFirst',
        target: '.waiting',
        actions: [
          { type: 'setFirst', params: ({ event }) => event.found },
          { type: 'setFound', params: ({ event }) => ({ messages: event.found, kind: 'first', isFetched: true }) },
        ],
      },
      {
        actions: {
          type: 'setFound',
          params: ({ event }) => ({ messages: event.found, kind: 'new', isFetched: true }),
        },
      },
    ],
    'history.add': {
      guard: 'isInReach',
      actions: assign(({ context, event }) => ({ messages: merge(context.messages, [event.message]) })),
    },
  },
  initial: 'early',
  states: {
    early: {
      initial: 'awaited',
      states: {
        awaited: {
          description: 'Loading the newest messages.',
          tags: 'busy',
          on: { 'line.failed': 'failed' },
        },
        failed: {
          description:
            'The newest messages could not be loaded; retries every 5 s, or when the player asks. New messages are still shown.',
          tags: 'failed',
          on: { 'history.more': { target: 'awaited', actions: 'askAgain' } },
        },
      },
    },
    waiting: {
      description: 'Older messages are loaded when the player scrolls up.',
      on: {
        'history.more': { guard: 'hasOlder', target: 'loading' },
      },
    },
    loading: {
      description: 'Loading a page of older messages.',
      tags: 'busy',
      invoke: {
        id: 'older',
        src: 'older',
        input: ({ context: { who, messages } }) => ({ who, skip: messages.length, first: messages[0] }),
        onDone: {
          target: 'waiting',
          actions: [
            {
              type: 'setFound',
              params: ({ context, event }) => ({
                messages: notBefore(context.messages[0], event.output.found),
                kind: 'new',
              }),
            },
            { type: 'setFound', params: ({ event }) => ({ messages: event.output.found, kind: 'older' }) },
            assign({ hasOlder: ({ event }) => event.output.hasOlder }),
          ],
        },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The page could not be loaded; retries after 5 s, or when the player asks.',
      tags: 'failed',
      on: { 'history.more': 'loading' },
      after: { CHAT_CHECK: 'loading' },
    },
  },
})
