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

/** The dependencies of a running backend that all calls share. */
export type Base = {
  /** Returns the current time in epoch ms. */
  now: () => number
  /** Returns a random whole number from 0 up to, but not including, `below`. */
  draw: (below: number) => number
  world: World
  gateways: Gateways
  unfinished: Unfinished
  settings: Settings
  /** Returns the site's switches from the cache, or from `db` if they are not cached. */
  switches: (db: Db) => Promise<Switches>
  /** Maps the address of a picture to its hashed address in the build, which browsers may cache. */
  picture: (address: string) => string
  /** Returns one of the site's keys. Reads it from `db` on first use. */
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
  /** The hash of the session token that was sent with the call. */
  session: string
  /** The idempotency key of a change, or '' for a read. */
  key: string
  /** The current password from `PASSWORD_HEADER`, or null. */
  currentPassword: string | null
  /** The challenge signed by a passkey, from `PASSKEY_HEADER`, or null. */
  signed: SignedChallenge | null
  /** The token of a verified OTP, from `OTP_HEADER`, or null. */
  otpToken: string | null
  /** The id of a change, which stays the same when the change is repeated, or '' for a read. */
  request: string
  /** The value of the browser's device cookie, or ''. */
  device: string
  /** The thumbprint of the browser's key that signed the request, or null. */
  browserKey: string | null
  /** The `User-Agent` header, or ''. */
  userAgent: string
  /** The IP address of the browser. */
  address: string
  /** The origin of the players' site. */
  pageOrigin: string
  /** The language of the player's screen. */
  language: Language
  /**
   * Stores the uploaded file and returns its name. The file is deleted after the call unless a database row contains
   * that name.
   */
  keep: () => Promise<string>
  /** Sets the device cookie of the browser. */
  storeDevice: (device: string) => void
  /** Sends a chat message to its recipients. */
  publish: (said: Said) => void
}
