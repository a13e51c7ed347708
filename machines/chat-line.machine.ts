import { type ActorRef, assign, enqueueActions, fromCallback, type Snapshot, sendTo, setup, stateIn } from 'xstate'
import { CHAT_CHECK, type Conversation, conversationId, type JoinReply } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'
import { NOBODY, type Whose } from './chat-item.ts'
import { type Heard, newestId } from './chat-messages.ts'
import type { FromSocket, LineConfig, LineNews, Missing, ToSocket } from './chat-news.ts'
import { failureIn, outside } from './outside.ts'

type Owner = ActorRef<Snapshot<unknown>, LineNews>

/** The line to support: looked after every 5 s, so that nothing is missed. Source: R378–R383, R538, R542, D-22, D-50. */
export const chatLineMachine = setup({
  types: {
    input: {} as { owner: Owner },
    /** `heard`: the newest message up to which nothing is missing; `edge`: what that was when the room was last asked for. */
    context: {} as { owner: Owner; room: string; who: Whose; heard: Heard; edge: Heard },
    events: {} as FromSocket | { type: 'line.retry' },
    tags: {} as 'online' | 'connecting' | 'polled',
  },
  actors: {
    'chat.config': outside<LineConfig>(),
    /** Fetches what is missing, oldest first. */
    missed: outside<Conversation[], Missing>(),
    socket: fromCallback<ToSocket>(() => {}),
  },
  delays: { CHAT_CHECK },
  guards: {
    /** Between it and what was heard before something is missing. */
    isGap: ({ context: { heard } }, { previous }: Conversation) => previous !== undefined && previous !== heard,
    isShut: (_, { joined }: JoinReply) => !joined,
    isRefused: (_, { kind }: Failure) => kind === 'refused',
    isPlain: (_, { plain }: LineConfig) => plain !== undefined,
    isComplete: ({ context: { edge } }, { last }: JoinReply) => last === edge,
    /** The line stood all the while: what it has brought since then counts too. */
    isHeard: ({ context: { edge, heard } }, { last }: JoinReply) => last === edge || last === heard,
  },
  actions: {
    /** In another room nothing has been heard. */
    keepConfig: enqueueActions(({ context, enqueue }, { room, who, unread, plain }: LineConfig) => {
      enqueue.assign({ room, who, heard: context.room === room ? context.heard : undefined })
      enqueue.sendTo(context.owner, { type: 'line.configured', who, unread, plain })
    }),
    connect: sendTo('socket', { type: 'socket.connect' }),
    join: sendTo('socket', ({ context: { room } }) => ({ type: 'socket.join', room })),
    enter: sendTo('socket', ({ context: { room } }) => ({ type: 'socket.enter', room })),
    keepEdge: assign({ edge: ({ context }) => context.heard }),
    keepHeard: assign({ heard: (_, message: Conversation) => conversationId(message) }),
    tellMessage: sendTo(
      ({ context }) => context.owner,
      (_, message: Conversation) => ({ type: 'line.message', message }),
    ),
    tellFailed: sendTo(({ context }) => context.owner, { type: 'line.failed' }),
    /** What came by the line meanwhile is not heard yet: something before it may be missing. */
    keepMissed: enqueueActions(({ context: { owner, edge }, enqueue }, found: readonly Conversation[]) => {
      enqueue.assign({ heard: newestId(found) })
      enqueue.sendTo(owner, { type: 'line.missed', found, since: edge })
    }),
  },
}).createMachine({
  id: 'chatLine',
  description: 'The line to support.',
  context: ({ input: { owner } }) => ({ owner, room: '', who: NOBODY, heard: undefined, edge: undefined }),
  initial: 'configuring',
  states: {
    configuring: {
      description: 'Who is speaking, and in which room, is being asked.',
      tags: 'connecting',
      invoke: {
        id: 'chat.config',
        src: 'chat.config',
        onDone: [
          {
            guard: { type: 'isPlain', params: ({ event }) => event.output },
            target: 'plain',
            actions: { type: 'keepConfig', params: ({ event }) => event.output },
          },
          { target: 'open', actions: { type: 'keepConfig', params: ({ event }) => event.output } },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      description: 'The chat cannot be reached; after 5 s, or when the player asks, everything is asked anew.',
      entry: 'tellFailed',
      on: { 'line.retry': 'configuring' },
      after: { CHAT_CHECK: 'configuring' },
    },
    plain: {
      description:
        'The backend does what the specification says and no more: it answers no join and knows no message ids.',
      invoke: { id: 'socket', src: 'socket' },
      type: 'parallel',
      on: { 'line.message': { actions: { type: 'tellMessage', params: ({ event }) => event.message } } },
      states: {
        socket: {
          initial: 'connecting',
          always: { guard: stateIn({ plain: { socket: 'connecting', history: 'polling' } }), target: '.absent' },
          states: {
            connecting: {
              description: 'The socket is being connected.',
              on: { 'line.up': 'entered' },
            },
            entered: {
              description: 'The socket is connected, and its room was asked for: messages come as they are said.',
              entry: 'enter',
              on: { 'line.down': 'connecting' },
            },
            absent: {
              description:
                'The socket has not connected in time; it is tried again every 5 s. The chat works all the same: new messages appear within 5 s.',
              tags: 'polled',
              on: { 'line.up': 'entered' },
            },
          },
        },
        history: {
          initial: 'fetching',
          states: {
            fetching: {
              description: 'The newest messages are being fetched, for the first time or after a failure.',
              tags: 'connecting',
              entry: 'keepEdge',
              invoke: {
                id: 'missed',
                src: 'missed',
                input: ({ context: { who, edge } }) => ({ who, since: edge }),
                onDone: { target: 'fresh', actions: { type: 'keepMissed', params: ({ event }) => event.output } },
                onError: [
                  { guard: { type: 'isRefused', params: failureIn }, target: '#chatLine.unreachable' },
                  { target: 'behind' },
                ],
              },
            },
            fresh: {
              description: 'The history was fetched less than 5 s ago.',
              tags: 'online',
              after: { CHAT_CHECK: 'polling' },
            },
            polling: {
              description:
                'The history is being fetched again, for what the socket has lost, and the socket is connected if it is not.',
              tags: 'online',
              entry: ['keepEdge', 'connect'],
              invoke: {
                id: 'missed',
                src: 'missed',
                input: ({ context: { who, edge } }) => ({ who, since: edge }),
                onDone: { target: 'fresh', actions: { type: 'keepMissed', params: ({ event }) => event.output } },
                onError: [
                  { guard: { type: 'isRefused', params: failureIn }, target: '#chatLine.unreachable' },
                  { target: 'behind' },
                ],
              },
            },
            behind: {
              description: 'The history could not be fetched; after 5 s, or when the player asks, it is fetched again.',
              entry: 'tellFailed',
              on: { 'line.retry': 'fetching' },
              after: { CHAT_CHECK: 'fetching' },
            },
          },
        },
      },
    },
    open: {
      invoke: { id: 'socket', src: 'socket' },
      initial: 'connecting',
      on: { 'line.down': '.connecting' },
      states: {
        connecting: {
          description: 'The line is being put up.',
          tags: 'connecting',
          on: { 'line.up': 'up', 'line.down': {} },
          after: { CHAT_CHECK: 'offline' },
        },
        offline: {
          initial: 'asking',
          entry: 'tellFailed',
          on: { 'line.up': 'up', 'line.down': {}, 'line.retry': { target: 'offline', reenter: true } },
          after: { CHAT_CHECK: { target: 'offline', reenter: true } },
          states: {
            asking: {
              description:
                'The line does not stand; who is speaking is asked anew: who is refused is not let in again.',
              invoke: {
                id: 'chat.config',
                src: 'chat.config',
                onDone: [
                  {
                    guard: { type: 'isPlain', params: ({ event }) => event.output },
                    target: '#chatLine.plain',
                    actions: { type: 'keepConfig', params: ({ event }) => event.output },
                  },
                  {
                    target: 'trying',
                    actions: [{ type: 'keepConfig', params: ({ event }) => event.output }, 'connect'],
                  },
                ],
                onError: 'trying',
              },
            },
            trying: { description: 'The line does not stand; it is put up anew, again and again.' },
          },
        },
        up: {
          initial: 'joining',
          on: {
            'line.message': [
              {
                guard: { type: 'isGap', params: ({ event }) => event.message },
                target: '.catchingUp',
                actions: ['keepEdge', { type: 'tellMessage', params: ({ event }) => event.message }],
              },
              {
                actions: [
                  { type: 'keepHeard', params: ({ event }) => event.message },
                  { type: 'tellMessage', params: ({ event }) => event.message },
                ],
              },
            ],
          },
          states: {
            joining: {
              description: 'The line stands, its room is asked for.',
              tags: 'connecting',
              entry: ['keepEdge', 'join'],
              on: {
                'line.joined': [
                  {
                    guard: { type: 'isShut', params: ({ event }) => event.reply },
                    target: '#chatLine.unreachable',
                  },
                  { guard: { type: 'isComplete', params: ({ event }) => event.reply }, target: 'live' },
                  { target: 'catchingUp' },
                ],
              },
              after: { CHAT_CHECK: { target: 'joining', reenter: true, actions: 'tellFailed' } },
            },
            catchingUp: {
              description: 'What was said meanwhile is being fetched.',
              tags: 'online',
              on: {
                'line.message': { actions: { type: 'tellMessage', params: ({ event }) => event.message } },
              },
              invoke: {
                id: 'missed',
                src: 'missed',
                input: ({ context: { who, edge } }) => ({ who, since: edge }),
                onDone: { target: 'live', actions: { type: 'keepMissed', params: ({ event }) => event.output } },
                onError: [
                  { guard: { type: 'isRefused', params: failureIn }, target: '#chatLine.unreachable' },
                  { target: 'behind' },
                ],
              },
            },
            behind: {
              description:
                'What was said meanwhile could not be fetched; after 5 s, or when the player asks, it is fetched again. What is said now comes.',
              tags: 'online',
              entry: 'tellFailed',
              on: {
                'line.message': { actions: { type: 'tellMessage', params: ({ event }) => event.message } },
                'line.retry': 'catchingUp',
              },
              after: { CHAT_CHECK: 'catchingUp' },
            },
            live: {
              description: 'Messages come as they are said; after 5 s it is made sure that none is missing.',
              tags: 'online',
              after: { CHAT_CHECK: 'checking' },
            },
            checking: {
              description: 'The room is asked for again: its newest message must be known.',
              tags: 'online',
              entry: ['keepEdge', 'join'],
              on: {
                'line.joined': [
                  {
                    guard: { type: 'isShut', params: ({ event }) => event.reply },
                    target: '#chatLine.unreachable',
                  },
                  { guard: { type: 'isHeard', params: ({ event }) => event.reply }, target: 'live' },
                  { target: 'catchingUp' },
                ],
              },
              after: { CHAT_CHECK: '#chatLine.unreachable' },
            },
          },
        },
      },
    },
  },
})
