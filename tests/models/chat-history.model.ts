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
      'the newest page is there': { found: page, since: null },
      'what was missed is there': { found: [text('m11', 11)], since: 'm9' },
    },
    'history.add': { 'a message of the player has arrived': { message: text('c1', 12, 'customer') } },
    'history.more': { 'the player scrolls up': {} },
  },
  outcomes: {
    'chat.history': {
      done: { 'a whole page': page.toReversed(), 'all that there was before': [text('m-1', -1)] },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ hasOlder }) => hasOlder,
})
