import { toastsMachine } from '#machines/toasts.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: toastsMachine,
  starts: { 'the site is opened': undefined },
  events: {
    'toast.show': {
      'a message comes': { tone: 'wait', text: 'qr.done' },
      'a failure is reported': { tone: 'bad', text: refused('EXISTING_USER') },
    },
    'toast.close': { 'the player closes the first that came': { id: 1 } },
    'toast.expire': { 'four seconds are over for it': { id: 1 } },
  },
  facts: ({ toasts, last }) => ({
    shown: toasts.map(({ id, text }) => [id === 1, typeof text === 'string' ? text : text.code]),
    hasCome: last > 0,
  }),
  stories: {
    'A message comes, and goes after four seconds': [
      'the site is opened',
      'a message comes',
      'four seconds are over for it',
    ],
  },
  cites: {
    'toast.show': 'R513',
    'a failure is reported': 'R392',
    'toast.expire': 'R513',
  },
})
