import { createActor } from 'xstate'
import { walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import type { Backend } from './server.ts'

const own = { ...wire }

/** A member's browser, which records the requests and passes them to the backend. Call `leave` to close it. */
export function memberAt(backend: Backend, token: string) {
  const replies: Promise<Response>[] = []
  const sent: { path: string; key: string | null; body: unknown }[] = []
  Object.assign(wire, {
    token: () => token,
    fetch: (url: string, init: RequestInit) => {
      const key = new Headers(init.headers).get('Idempotency-Key')
      const { body } = init
      sent.push({ path: url, key, body: typeof body === 'string' ? JSON.parse(body) : body })
      const reply = backend.fetch(url, init)
      replies.push(reply)
      return reply
    },
  })
  const wallet = createActor(walletLogic, { input: { syncedAt: null } }).start()
  return {
    wallet,
    /** The changes that were sent, in order. */
    changes: () => sent.filter(({ key }) => key !== null),
    sent,
    /** Waits until the server has answered every request, even those that the page no longer waits for. */
    answered: () => Promise.allSettled(replies),
    /** Waits until a change has been sent. Returns before the server can have answered it. */
    isSending: async () => {
      while (sent.every(({ key }) => key === null)) await Promise.resolve()
    },
    leave: () => {
      wallet.stop()
      Object.assign(wire, own)
    },
  }
}
