import { toastsMachine } from '#machines/toasts.machine.ts'
import { defineModel } from '../kit/model.ts'

export default defineModel({
  machine: toastsMachine,
  starts: { 'the site is opened': undefined },
  events: {
    'toast.show': { 'a message comes': { tone: 'wait', text: 'qr.done' } },
    'toast.close': { 'the player closes it': { id: 1 } },
    'toast.expire': { 'four seconds are over': { id: 1 } },
  },
  facts: ({ toasts, last }) => ({ shown: toasts.length, came: Math.min(last, 2) }),
})
