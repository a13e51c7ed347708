import { assertEvent, assign, raise, setup } from 'xstate'
import { TOAST_TIME } from '#contract/limits.ts'
import type { ShowToast, ToastText, ToastTone } from './lib/toast.ts'

/** A toast on the screen. */
export type Toast = { id: number; tone: ToastTone; text: ToastText }

/** Serialises a message for comparison. Leaves out the reference of a failure, because it is different each time. */
const comparable = (text: ToastText) =>
  JSON.stringify(typeof text === 'string' ? text : { ...text, reference: undefined })
const sameText = (one: ToastText, other: ToastText) => comparable(one) === comparable(other)

/**
 * Shows toasts: short messages on top of any screen, which disappear after 4 s. A repeated message is shown only once.
 * Source: R392, R513.
 */
export const toastsMachine = setup({
  types: {
    context: {} as { toasts: Toast[]; last: number },
    events: {} as ShowToast | { type: 'toast.close'; id: number } | { type: 'toast.expire'; id: number },
  },
  delays: { TOAST_TIME },
  actions: {
    removeToast: assign(({ context: { toasts }, event }) => {
      assertEvent(event, ['toast.close', 'toast.expire'])
      return { toasts: toasts.filter(({ id }) => id !== event.id) }
    }),
    expireLater: raise(({ context }) => ({ type: 'toast.expire' as const, id: context.last }), {
      delay: 'TOAST_TIME',
    }),
  },
}).createMachine({
  id: 'toasts',
  description: 'Short messages shown on top of any screen.',
  context: { toasts: [], last: 0 },
  initial: 'open',
  states: {
    open: {
      description: 'Messages appear and disappear.',
      on: {
        'toast.show': {
          actions: [
            assign(({ context: { last, toasts }, event: { tone, text } }) => ({
              last: last + 1,
              toasts: [...toasts.filter((toast) => !sameText(toast.text, text)), { id: last + 1, tone, text }],
            })),
            'expireLater',
          ],
        },
        'toast.close': {
          actions: 'removeToast',
        },
        'toast.expire': {
          actions: 'removeToast',
        },
      },
    },
  },
})
