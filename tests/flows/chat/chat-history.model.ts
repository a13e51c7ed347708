import { createEmptyActor } from 'xstate'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { page, text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: chatHistoryMachine,
  starts: { 'the chat is on': { owner: createEmptyActor() as never } },
  events: {
    'line.configured': { 'the speaker is identified': { who, unread: 1 } },
    'line.message': { 'support says something': { message: text('m10', 10) } },
    'line.missed': {
      'the newest page is there': { found: page, since: undefined },
      'nothing was ever said': { found: [], since: undefined },
      'what was missed is there': { found: [text('m11', 11)], since: 'm9' },
    },
    'line.failed': { 'the history cannot be fetched': {} },
    'history.add': {
      'a message of the player has arrived': { message: text('c1', 12, 'customer') },
      'an old message turns out to have arrived after all': { message: text('c0', -60, 'customer') },
    },
    'history.more': { 'the player scrolls up, or asks again': {} },
  },
  calls: { older: ['chat.history'] },
  outcomes: {
    older: {
      done: {
        'a whole page': { found: page, hasOlder: true },
        'all that there was before': { found: [text('m-1', -1)], hasOlder: false },
      },
      error: { 'no answer': noAnswer },
    },
  },
  only: {
    'line.message': ({ context: { who } }) => who.guestId !== null,
    'line.missed': (seen, { found, since }) =>
      seen.context.who.guestId !== null &&
      (since === undefined) === seen.matches('early') &&
      // what was said is there
      (found.length > 0 || seen.context.messages.length === 0),
    'history.add': ({ context: { who } }) => who.guestId !== null,
  },
  facts: ({ who, hasOlder, messages }) => ({
    'speaker known': who.guestId !== null,
    'older messages': hasOlder,
    'history empty': messages.length === 0,
  }),
  stories: {
    'The player scrolls up to the first message': [
      'the chat is on',
      'the speaker is identified',
      'the newest page is there',
      'the player scrolls up, or asks again',
      'older answers: all that there was before',
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
