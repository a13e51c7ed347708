import { wire } from '#src/api/request.ts'

/** Drops the reply to the next change after the server has made the change. */
export function loseReply() {
  const direct = wire.fetch
  wire.fetch = async (url, init) => {
    const reply = await direct(url, init)
    if (new Headers(init.headers).has('Idempotency-Key')) {
      wire.fetch = direct
      throw new TypeError('Failed to fetch')
    }
    return reply
  }
}
