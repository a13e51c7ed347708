import { createEmptyActor } from 'xstate'
import type { Conversation } from '#contract/chat.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { page, text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: chatLineMachine,
  starts: { 'the chat is available': { owner: createEmptyActor() as never } },
  events: {
    'line.up': { 'the socket is connected': {} },
    'line.down': { 'the socket is disconnected': {} },
    'line.retry': { 'the player retries': {} },
    'line.joined': {
      'the room is joined: the conversation is empty': { reply: { joined: true, last: null } },
      'the room is joined: the newest message is m9': { reply: { joined: true, last: 'm9' } },
      'the room cannot be joined': { reply: { joined: false, last: null } },
    },
    'line.message': {
      'message m10 arrives, which follows m9': { message: { ...text('m10', 10), previous: 'm9' } },
      'message m12 arrives, but m11 is missing': { message: { ...text('m12', 12), previous: 'm11' } },
    },
  },
  calls: { missed: ['chat.history'] },
  outcomes: {
    'chat.config': {
      done: {
        'the user is a guest': { room: 'demo_guest-0', who, unread: 1 },
        'only the room prefix (a plain backend)': {
          room: 'demo_guest-0',
          who,
          unread: 0,
          plain: { username: null, name: null },
        },
      },
      error: { 'no answer': noAnswer },
    },
    missed: {
      done: { 'the messages up to m9': page, 'the conversation is empty': [] },
      error: { 'no answer': noAnswer, 'refused: the conversation belongs to another guest': refused('NO_USER') },
    },
  },
  // the conversation cannot be empty once a message is known
  only: {
    'xstate.done.actor.missed': ({ context: { heard } }, { output }: { output: readonly Conversation[] }) =>
      output.length > 0 || heard === undefined || heard === null,
  },
  facts: ({ heard = 'not loaded', edge = 'not loaded' }) => ({
    'newest known message': heard,
    'newest known message when joining': edge,
  }),
  stories: {
    'The chat connects and a message arrives': [
      'the chat is available',
      'chat.config answers: the user is a guest',
      'the socket is connected',
      'the room is joined: the conversation is empty',
      'the server answers: the conversation is empty',
      'message m10 arrives, which follows m9',
    ],
  },
  cites: {
    'chat.config': 'R371, D-22',
    'line.up': 'R378',
    'line.down': 'R379, R542',
    'line.joined': 'R381, D-22, D-50',
    'line.message': 'R382',
    CHAT_CHECK: 'R383, R538, D-50',
    missed: 'R373, D-50',
  },
})
