import { chatMachine } from '#machines/chat.machine.ts'
import { defineModel } from '../kit/model.ts'
import { text, who } from './fixtures/chat.ts'
import { noAnswer } from './fixtures/failures.ts'

export default defineModel({
  machine: chatMachine,
  starts: { 'the chat is on': { kept: [] } },
  events: {
    'panel.open': { 'the player opens the panel': {} },
    'panel.close': { 'the player closes the panel': {} },
    'page.shown': { 'the player comes back to the page': {} },
    'page.hidden': { 'the player looks at another page': {} },
    'history.begun': { 'it is known who is speaking, and 2 messages are unread': { who, unread: 2 } },
    'history.grown': {
      'support says something': { messages: [text('m1', 1)], isNew: true },
      'older messages come': { messages: [text('m0', 0)], isNew: false },
    },
    'box.sent': { 'a message of the player has arrived': { message: text('c1', 2, 'customer') } },
  },
  outcomes: { 'chat.read': { done: { 'it is marked': {} }, error: { 'no answer': noAnswer } } },
  facts: ({ who, unread, hint }) => ({ isKnown: who !== null, hasUnread: unread > 0, hasHint: hint !== null }),
})
