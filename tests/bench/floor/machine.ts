import { assign, fromPromise, setup } from 'xstate'

export type Credentials = { username: string; password: string }

/** A minimal login machine: a form, its submission, and a failure. */
export const floorMachine = setup({
  types: {
    context: {} as { isWrong: boolean },
    events: {} as { type: 'login.type' } | ({ type: 'login.submit' } & Credentials),
  },
  actors: { login: fromPromise<unknown, Credentials>(() => Promise.resolve()) },
  actions: { setWrong: assign({ isWrong: true }), clearWrong: assign({ isWrong: false }) },
}).createMachine({
  id: 'floor',
  context: { isWrong: false },
  initial: 'open',
  states: {
    open: { on: { 'login.type': { actions: 'clearWrong' }, 'login.submit': 'sending' } },
    sending: {
      invoke: {
        src: 'login',
        input: ({ event }) => {
          if (event.type !== 'login.submit') throw new Error(`sending after ${event.type}`)
          return { username: event.username, password: event.password }
        },
        onDone: 'done',
        onError: { target: 'open', actions: 'setWrong' },
      },
    },
    done: { type: 'final' },
  },
})
