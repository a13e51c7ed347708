import { createActor } from 'xstate'
import { walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import type { Backend } from './server.ts'

const own = { ...wire }

/** A member's browser: what goes over the wire is noted and goes to the backend. `leave` when it closes. */
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
    /** The changes that went out, in order. */
    changes: () => sent.filter(({ key }) => key !== null),
    sent,
    /** Waits until the server has answered all of it, also what the page does not wait for any more. */
    answered: () => Promise.allSettled(replies),
    /** Waits until a change has left and before it can be answered. */
    isSending: async () => {
      while (sent.every(({ key }) => key === null)) await Promise.resolve()
    },
    leave: () => {
      wallet.stop()
      Object.assign(wire, own)
    },
  }
}
