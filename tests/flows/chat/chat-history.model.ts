import { createEmptyActor } from 'xstate'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { page, text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: chatHistoryMachine,
  starts: { 'the chat is available': { owner: createEmptyActor() as never } },
  events: {
    'line.configured': { 'the current user is identified': { who, unread: 1 } },
    'line.message': { 'support sends a message': { message: text('m10', 10) } },
    'line.missed': {
      'the newest page is loaded': { found: page, since: undefined },
      'the conversation is empty': { found: [], since: undefined },
      'the missed messages are loaded': { found: [text('m11', 11)], since: 'm9' },
    },
    'line.failed': { 'the history cannot be loaded': {} },
    'history.add': {
      'a message from the player is delivered': { message: text('c1', 12, 'customer') },
      'an old message from the player is delivered': { message: text('c0', -60, 'customer') },
    },
    'history.more': { 'the player scrolls up or retries': {} },
  },
  calls: { older: ['chat.history'] },
  outcomes: {
    older: {
      done: {
        'a full page of older messages': { found: page, hasOlder: true },
        'the last of the older messages': { found: [text('m-1', -1)], hasOlder: false },
      },
      error: { 'no answer': noAnswer },
    },
  },
  only: {
    'line.message': ({ context: { who } }) => who.guestId !== null,
    'line.missed': (seen, { found, since }) =>
      seen.context.who.guestId !== null &&
      (since === undefined) === seen.matches('early') &&
      // an empty page is possible only if the history is empty
      (found.length > 0 || seen.context.messages.length === 0),
    'history.add': ({ context: { who } }) => who.guestId !== null,
  },
  facts: ({ who, hasOlder, messages }) => ({
    'current user identified': who.guestId !== null,
    'older messages': hasOlder,
    'history empty': messages.length === 0,
  }),
  stories: {
    'The player scrolls up to the first message': [
      'the chat is available',
      'the current user is identified',
      'the newest page is loaded',
      'the player scrolls up or retries',
      'the server answers: the last of the older messages',
    ],
  },
  cites: {
    'line.configured': 'R371, D-22',
    'line.message': 'R382, D-25',
    'line.missed': 'R373, D-25, D-50',
    'line.failed': 'D-50',
    'history.add': 'R246, D-25',
    'history.more': 'R537',
    older: 'R373, R537, D-25',
  },
})
