import {
  type ActorRef,
  assertEvent,
  assign,
  enqueueActions,
  fromCallback,
  type Snapshot,
  sendTo,
  setup,
  stateIn,
} from 'xstate'
import { CHAT_CHECK, type Conversation, conversationId } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'
import { byFailure, byOutput, stubActor } from './lib/actors.ts'
import type { FromSocket, LineConfig, LineNews, Missing, ToSocket } from './lib/chat-events.ts'
import { NOBODY, type Whose } from './lib/chat-item.ts'
import { type Heard, newestId } from './lib/chat-messages.ts'

type Owner = ActorRef<Snapshot<unknown>, LineNews>

/** The transition taken when the server refuses the user: the chat becomes unreachable. */
const refused = { guard: byFailure('isRefused'), target: '#chatLine.unreachable' } as const
const setMissed = byOutput('setMissed')
const setConfig = byOutput('setConfig')
const toPlain = {
  guard: byOutput('isPlain'),
  target: '#chatLine.plain',
  actions: setConfig,
} as const
/** Returns the request for the messages after the newest known one. */
const missing = ({ context: { who, edge } }: { context: { who: Whose; edge: Heard } }): Missing => ({
  who,
  since: edge,
})

/**
 * The connection to support, checked every 5 s so that no message is missed.
 *
 * The states `plain` and `open` stay in one long machine. Both start from the same configuration and report the same
 * events and tags, and an offline connection may turn out to be plain. A child machine would only forward all of this.
 * Source: R378–R383, R538, R542, D-22, D-50.
 */
export const chatLineMachine = setup({
  types: {
    input: {} as { owner: Owner },
    /**
     * No message is missing up to the message `heard`. `edge` is the value of `heard` when the room was last joined.
     */
    context: {} as { owner: Owner; room: string; who: Whose; heard: Heard; edge: Heard },
    events: {} as FromSocket | { type: 'line.retry' },
    tags: {} as 'online' | 'connecting' | 'polled',
  },
  actors: {
    'chat.config': stubActor<LineConfig>(),
    /** Fetches the missing messages, oldest first. */
    missed: stubActor<Conversation[], Missing>(),
    socket: fromCallback<ToSocket>(() => {}),
  },
  delays: { CHAT_CHECK },
  guards: {
    /** True if there are missing messages between the last known message and this one. */
    isGap: ({ context, event }) => {
      assertEvent(event, 'line.message')
      const { previous } = event.message
      return previous !== undefined && previous !== context.heard
    },
    isShut: ({ event }) => {
      assertEvent(event, 'line.joined')
      return !event.reply.joined
    },
    isRefused: (_, { kind }: Failure) => kind === 'refused',
    isPlain: (_, { plain }: LineConfig) => plain !== undefined,
    isComplete: ({ context, event }) => {
      assertEvent(event, 'line.joined')
      return event.reply.last === context.edge
    },
    /**
     * True if no message is missing. Unlike `isComplete`, also accepts the newest message received since the last join,
     * because the socket stayed connected.
     */
    isHeard: ({ context: { edge, heard }, event }) => {
      assertEvent(event, 'line.joined')
      return event.reply.last === edge || event.reply.last === heard
    },
  },
  actions: {
    /** Stores the configuration. If the room has changed, clears the last known message. */
    setConfig: enqueueActions(({ context, enqueue }, { room, who, ...rest }: LineConfig) => {
      enqueue.assign({ room, who, heard: context.room === room ? context.heard : undefined })
      enqueue.sendTo(context.owner, { type: 'line.configured', who, ...rest })
    }),
    connect: sendTo('socket', { type: 'socket.connect' }),
    join: sendTo('socket', ({ context: { room } }) => ({ type: 'socket.join', room })),
    enter: sendTo('socket', ({ context: { room } }) => ({ type: 'socket.enter', room })),
    setEdge: assign({ edge: ({ context }) => context.heard }),
    reportMessage: sendTo(
      ({ context }) => context.owner,
      ({ event }) => {
        assertEvent(event, 'line.message')
        return event
      },
    ),
    reportFailed: sendTo(({ context }) => context.owner, { type: 'line.failed' }),
    /**
     * Continues from the newest loaded message. Messages that the socket received during the load do not count, because
     * messages before them may be missing.
     */
    setMissed: enqueueActions(({ context: { owner, edge }, enqueue }, found: readonly Conversation[]) => {
      enqueue.assign({ heard: newestId(found) })
      enqueue.sendTo(owner, { type: 'line.missed', found, since: edge })
    }),
  },
}).createMachine({
  id: 'chatLine',
  description: 'The connection to support.',
  context: ({ input: { owner } }) => ({ owner, room: '', who: NOBODY, heard: undefined, edge: undefined }),
  initial: 'configuring',
  states: {
    configuring: {
      description: 'Loading the chat configuration: the current user and their room.',
      tags: 'connecting',
      invoke: {
        id: 'chat.config',
        src: 'chat.config',
        onDone: [toPlain, { target: 'open', actions: setConfig }],
        onError: 'unreachable',
      },
    },
    unreachable: {
      description: 'The chat cannot be reached. Starts over after 5 s, or when the player asks.',
      entry: 'reportFailed',
      on: { 'line.retry': 'configuring' },
      after: { CHAT_CHECK: 'configuring' },
    },
    plain: {
      description: 'The backend implements only the specification: it does not answer a join and has no message ids.',
      invoke: { id: 'socket', src: 'socket' },
      type: 'parallel',
      on: { 'line.message': { actions: 'reportMessage' } },
      states: {
        socket: {
          initial: 'connecting',
          always: { guard: stateIn({ plain: { socket: 'connecting', history: 'polling' } }), target: '.absent' },
          states: {
            connecting: {
              description: 'Connecting the socket.',
              on: { 'line.up': 'entered' },
            },
            entered: {
              description: 'The socket is connected and has entered the room; messages arrive live.',
              entry: 'enter',
              on: { 'line.down': 'connecting' },
            },
            absent: {
              description:
                'The socket did not connect in time; the app retries every 5 s. The chat still works: new messages appear within 5 s.',
              tags: 'polled',
              on: { 'line.up': 'entered' },
            },
          },
        },
        history: {
          initial: 'fetching',
          states: {
            fetching: {
              description: 'Loading the newest messages, for the first time or after a failure.',
              tags: 'connecting',
              entry: 'setEdge',
              invoke: {
                id: 'missed',
                src: 'missed',
                input: missing,
                onDone: { target: 'fresh', actions: setMissed },
                onError: [refused, { target: 'behind' }],
              },
            },
            fresh: {
              description: 'The history was loaded less than 5 s ago.',
              tags: 'online',
              after: { CHAT_CHECK: 'polling' },
            },
            polling: {
              description:
                'Reloading the history, because the socket may have lost messages; reconnects the socket if necessary.',
              tags: 'online',
              entry: ['setEdge', 'connect'],
              invoke: {
                id: 'missed',
                src: 'missed',
                input: missing,
                onDone: { target: 'fresh', actions: setMissed },
                onError: [refused, { target: 'behind' }],
              },
            },
            behind: {
              description: 'The history could not be loaded; retries after 5 s, or when the player asks.',
              entry: 'reportFailed',
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
          description: 'Connecting the socket.',
          tags: 'connecting',
          on: { 'line.up': 'up', 'line.down': {} },
          after: { CHAT_CHECK: 'offline' },
        },
        offline: {
          initial: 'asking',
          entry: 'reportFailed',
          on: { 'line.up': 'up', 'line.down': {}, 'line.retry': { target: 'offline', reenter: true } },
          after: { CHAT_CHECK: { target: 'offline', reenter: true } },
          states: {
            asking: {
              description:
                'Offline. Checks who the current user is before reconnecting, because a refused user must not rejoin the room.',
              invoke: {
                id: 'chat.config',
                src: 'chat.config',
                onDone: [
                  toPlain,
                  {
                    target: 'trying',
                    actions: [setConfig, 'connect'],
                  },
                ],
                onError: 'trying',
              },
            },
            trying: { description: 'Offline. Reconnecting with back-off.' },
          },
        },
        up: {
          initial: 'joining',
          on: {
            'line.message': [
              {
                guard: 'isGap',
                target: '.catchingUp',
                actions: ['setEdge', 'reportMessage'],
              },
              {
                actions: [assign({ heard: ({ event }) => conversationId(event.message) }), 'reportMessage'],
              },
            ],
          },
          states: {
            joining: {
              description: 'The socket is connected; joining the room.',
              tags: 'connecting',
              entry: ['setEdge', 'join'],
              on: {
                'line.joined': [
                  {
                    guard: 'isShut',
                    target: '#chatLine.unreachable',
                  },
                  { guard: 'isComplete', target: 'live' },
                  { target: 'catchingUp' },
                ],
              },
              after: { CHAT_CHECK: { target: 'joining', reenter: true, actions: 'reportFailed' } },
            },
            catchingUp: {
              description: 'Loading the messages missed while offline.',
              tags: 'online',
              on: {
                'line.message': { actions: 'reportMessage' },
              },
              invoke: {
                id: 'missed',
                src: 'missed',
                input: missing,
                onDone: { target: 'live', actions: setMissed },
                onError: [refused, { target: 'behind' }],
              },
            },
            behind: {
              description:
                'The missed messages could not be loaded; retries after 5 s, or when the player asks. New messages still arrive.',
              tags: 'online',
              entry: 'reportFailed',
              on: {
                'line.message': { actions: 'reportMessage' },
                'line.retry': 'catchingUp',
              },
              after: { CHAT_CHECK: 'catchingUp' },
            },
            live: {
              description: 'Messages arrive live; a check every 5 s makes sure that none is missing.',
              tags: 'online',
              after: { CHAT_CHECK: 'checking' },
            },
            checking: {
              description: 'Joining the room again, to compare its newest message with the last known one.',
              tags: 'online',
              entry: ['setEdge', 'join'],
              on: {
                'line.joined': [
                  {
                    guard: 'isShut',
                    target: '#chatLine.unreachable',
                  },
                  { guard: 'isHeard', target: 'live' },
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
