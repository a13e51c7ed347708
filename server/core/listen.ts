import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { logFailure } from './log.ts'

/**
 * The callbacks for a channel. `listening` is called with true once the connection is up and no further notification
 * can be missed, and with false when the connection is lost. `notified` is called once per notification.
 */
export type Listener = { listening: (isUp: boolean) => void; notified: () => void }

/** The time limit for an attempt to connect, and the pause before the next attempt, in ms (assumed). */
const TIMEOUT = 5_000
const PAUSE = 500

/**
 * Listens to a channel of the PostgreSQL database at `url` on a separate connection, and reconnects when that
 * connection is lost. Resolves after the first attempt, with a function that stops listening.
 */
export async function listenTo(url: string, channel: string, { listening, notified }: Listener) {
  const stop = new AbortController()
  let client: pg.Client

  /** Connects, and returns a promise that resolves when the connection is lost. Returns null if the attempt failed. */
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
      client.end().catch(() => {}) // the client may never have connected
      return null
    }
    listening(true)
    return { lost }
  }

  async function keepUp(first: { lost: Promise<unknown> } | null) {
    for (let up = first; !stop.signal.aborted; up = await connect()) {
      await up?.lost
      listening(false)
      // Aborting `stop` also interrupts the pause.
      await wait(PAUSE, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
    }
  }

  const kept = keepUp(await connect())
  return async () => {
    stop.abort()
    await client.end().catch(() => {}) // the connection may already be lost
    await kept
  }
}
