import { createEmptyActor } from 'xstate'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { defineModel } from '../kit/model.ts'
import { page, text, who } from './fixtures/chat.ts'
import { noAnswer } from './fixtures/failures.ts'

export default defineModel({
  machine: chatHistoryMachine,
  starts: { 'the chat is on': { owner: createEmptyActor() as never } },
  events: {
    'line.configured': { 'it is known who is speaking': { who, unread: 1 } },
    'line.message': { 'support says something': { message: text('m10', 10) } },
    'line.missed': {
      'the newest page is there': { found: page, since: undefined },
      'what was missed is there': { found: [text('m11', 11)], since: 'm9' },
    },
    'history.add': {
      'a message of the player has arrived': { message: text('c1', 12, 'customer') },
      'it turns out that a message of long ago had arrived': { message: text('c0', -60, 'customer') },
    },
    'history.more': { 'the player scrolls up': {} },
  },
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
    'line.configured': ({ context: { who } }) => who.guestId === null,
    'line.message': ({ context: { who } }) => who.guestId !== null,
    'line.missed': ({ context: { who, messages } }, { since }) =>
      who.guestId !== null && (since === undefined) === (messages.length === 0),
    'history.add': ({ context: { who } }) => who.guestId !== null,
  },
  facts: ({ who, hasOlder }) => ({ isKnown: who.guestId !== null, hasOlder }),
})
