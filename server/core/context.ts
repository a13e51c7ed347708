import type { Language } from '#contract/language.ts'
import type { SignedChallenge } from '#contract/passkey.ts'
import type { Db } from './db.ts'
import type { Gateways } from './gateways.ts'
import type { SiteKey } from './schema/site.ts'
import type { Settings } from './settings.ts'
import type { Switches } from './switches.ts'
import type { Said, World } from './world.ts'

/**
 * The operations that this process could not finish because it lost the connection to the database. Maps the id of each
 * operation to the time of its request.
 */
export type Unfinished = Map<string, Date>

/** The parts of a running backend that do not depend on a call. */
export type Base = {
  /** Returns the current time in epoch ms. */
  now: () => number
  /** Returns a random whole number from 0 up to, but not including, `below`. */
  draw: (below: number) => number
  world: World
  gateways: Gateways
  unfinished: Unfinished
  settings: Settings
  /** Returns the site's switches, from a cache or else from `db`. */
  switches: (db: Db) => Promise<Switches>
  /** Returns the address under which browsers may cache a picture. */
  picture: (address: string) => string
  /** Returns one of the site's keys, which it reads from `db` the first time. */
  siteKey: (db: Db, name: SiteKey) => Promise<Buffer>
  /** Sends a chat message to the connected sockets. */
  push: (said: Said) => void
  /** Closes the sockets of the sessions with these token hashes. */
  hangUp: (sessions: readonly string[]) => void
}

/**
 * Everything that a handler may use during one call. `storeDevice`, `publish` and `hangUp` take effect after the
 * commit, and have no effect if the change is refused.
 */
export type HandlerContext = Omit<Base, 'push'> & {
  /** The transaction of a change, or the database for a read. */
  db: Db
  /** The owner of the call's data, as returned by `ownerOf` in http/caller.ts. */
  owner: string
  /** The hash of the token that was sent. */
  session: string
  /** The idempotency key of a change, or '' for a read. */
  key: string
  /** The current password that was sent in `PASSWORD_HEADER`, or null. */
  currentPassword: string | null
  /** The passkey's answer that was sent in `PASSKEY_HEADER`, or null. */
  signed: SignedChallenge | null
  /** The token of a verified code that was sent in `OTP_HEADER`, or null. */
  otpToken: string | null
  /** The id of a change, which is the same for every repeat, or '' for a read. */
  request: string
  /** The value of the browser's device cookie, or ''. */
  device: string
  /** The thumbprint of the browser's key that signed the request, or null. */
  browserKey: string | null
  /** The header `User-Agent`, or ''. */
  userAgent: string
  /** The IP address of the browser. */
  address: string
  /** The origin of the players' site. */
  pageOrigin: string
  /** The language of the player's screen. */
  language: Language
  /**
   * Keeps the uploaded file and returns its name. The file is deleted after the call unless a row contains this name.
   */
  keep: () => Promise<string>
  /** Sets the device cookie of the browser. */
  storeDevice: (device: string) => void
  /** Sends a chat message to its recipients. */
  publish: (said: Said) => void
}
