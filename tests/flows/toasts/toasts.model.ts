import { toastsMachine } from '#machines/toasts.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: toastsMachine,
  starts: { 'the player opens the site': undefined },
  events: {
    'toast.show': {
      'a message arrives': { tone: 'wait', text: 'qr.done' },
      'a failure is reported': { tone: 'bad', text: refused('EXISTING_USER') },
    },
    'toast.close': { 'the player closes the oldest message': { id: 1 } },
    'toast.expire': { 'a message has been shown for four seconds': { id: 1 } },
  },
  facts: ({ toasts, last }) => ({
    shown: toasts.map(({ id, text }) => [id === 1, typeof text === 'string' ? text : text.code]),
    hasCome: last > 0,
  }),
  stories: {
    'A message arrives, and disappears after four seconds': [
      'the player opens the site',
      'a message arrives',
      'a message has been shown for four seconds',
    ],
  },
  cites: {
    'toast.show': 'R513',
    'a failure is reported': 'R392',
    'toast.expire': 'R513',
  },
})
