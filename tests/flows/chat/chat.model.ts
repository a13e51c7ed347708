import { chatMachine } from '#machines/chat.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: chatMachine,
  starts: { 'the chat is available': { kept: [], draft: '' } },
  events: {
    'panel.open': { 'the player opens the panel': {} },
    'chat.begin': { 'the player asks support about an error': { draft: '“NO_BANK”' } },
    'panel.close': { 'the player closes the panel': {} },
    'page.shown': { 'the page becomes visible': {} },
    'page.hidden': { 'the page becomes hidden': {} },
    'history.begun': { 'the current user is identified, and 2 messages are unread': { who, unread: 2 } },
    'history.grown': {
      'the newest messages are loaded': { messages: [text('m0', 0)], kind: 'first', newest: 'm0' },
      'support sends a message': { messages: [text('m1', 1)], kind: 'new', newest: 'm1' },
      'older messages are loaded': { messages: [text('m-1', -1)], kind: 'older', newest: 'm0' },
    },
    'box.sent': { 'a message from the player is delivered': { message: text('c1', 2, 'customer') } },
  },
  outcomes: { 'chat.read': { done: { 'the messages are marked as read': {} }, error: { 'no answer': noAnswer } } },
  only: {
    'panel.open': (seen) => seen.matches({ panel: 'closed' }),
    'panel.close': (seen) => seen.matches({ panel: 'open' }),
    'page.shown': (seen) => seen.matches({ panel: { open: 'hidden' } }),
    'page.hidden': (seen) => seen.matches({ panel: { open: 'seen' } }),
    'history.grown': ({ context: { who, isBegun } }, { kind }) =>
      who !== null && (kind === 'new' || (kind === 'first') !== isBegun),
    'box.sent': ({ context: { who } }) => who !== null,
  },
  facts: ({ who, isBegun, unread, marked, hint }) => ({
    'current user identified': who !== null,
    'newest messages loaded': isBegun,
    'unread messages': unread > 0,
    'messages marked': marked > 0,
    'message announced': hint !== null,
  }),
  stories: {
    'The player opens the chat and reads what support wrote': [
      'the chat is available',
      'the current user is identified, and 2 messages are unread',
      'the newest messages are loaded',
      'the player opens the panel',
      'after 1 s (CHAT_READ_DEBOUNCE)',
      'chat.read answers: the messages are marked as read',
    ],
  },
  cites: {
    'chat.begin': 'R584',
    talk: 'R12',
    'panel.closed': 'R61',
    'panel.open': 'R244',
    'panel.open.seen': 'R62',
    'panel.close': 'R244',
    'history.begun': 'R371',
    'history.grown': 'R382',
    'reading.due': 'R250',
    CHAT_READ_DEBOUNCE: 'R539',
    'chat.read': 'R377',
    'hint.shown': 'R540',
    CHAT_ALERT: 'R540',
  },
})
