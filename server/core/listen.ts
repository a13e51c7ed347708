import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { logFailure } from './log.ts'

/**
 * Receives the notifications of a channel. `listening` is called with true when the connection is up, from when on no
 * notification is missed, and with false when it is lost.
 */
export type Listener = { listening: (isUp: boolean) => void; notified: () => void }

/** Time limit of a connection attempt, and pause before the next attempt, ms (assumed). */
const TIMEOUT = 5_000
const PAUSE = 500

/**
 * Listens to a channel of the PostgreSQL at `url` on a connection of its own, and reconnects when it is lost. Resolves after
 * the first attempt, with a function that ends it.
 */
export async function listenTo(url: string, channel: string, { listening, notified }: Listener) {
  const stop = new AbortController()
  let client: pg.Client

  /** Connects and returns a promise that resolves when the connection is lost; null if the attempt failed. */
  async function connect(): Promise<{ lost: Promise<unknown> } | null> {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT })
    client.on('error', (error) => logFailure(`${channel} connection`, error))
    client.on('notification', notified)
    const lost = new Promise((done) => client.once('end', done))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      logFailure(`${channel} connection`, error)
      client.end().catch(() => {}) // it may never have been open
      return null
    }
    listening(true)
    return { lost }
  }

  async function keepUp(first: { lost: Promise<unknown> } | null) {
    for (let up = first; !stop.signal.aborted; up = await connect()) {
      await up?.lost
      listening(false)
      // The stop ends the pause.
      await wait(PAUSE, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
    }
  }

  const kept = keepUp(await connect())
  return async () => {
    stop.abort()
    await client.end().catch(() => {}) // it may be lost already
    await kept
  }
}
