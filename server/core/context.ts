import type { Language } from '#contract/language.ts'
import type { SignedChallenge } from '#contract/passkey.ts'
import type { Db } from './db.ts'
import type { Gateways } from './gateways.ts'
import type { SiteKey } from './schema/site.ts'
import type { Settings } from './settings.ts'
import type { Switches } from './switches.ts'
import type { Said, World } from './world.ts'

/**
 * Operations that this process could not finish because it lost the database. Maps each operation's id to its request
 * time.
 */
export type Unfinished = Map<string, Date>

/**
 * The parts of a running backend. `now` returns epoch ms. `draw` returns a random whole number from 0 up to, but not
 * including, its argument. `switches` returns the site's switches, which it reads through `db` unless they are cached.
 * `picture` returns the address under which browsers may cache a picture. `siteKey` returns one of the site's keys,
 * which it reads through `db` the first time. `push` sends a chat message to the connected sockets. `hangUp` closes the
 * sockets of the sessions with these token hashes.
 */
export type Base = {
  now: () => number
  draw: (below: number) => number
  world: World
  gateways: Gateways
  unfinished: Unfinished
  settings: Settings
  switches: (db: Db) => Promise<Switches>
  picture: (address: string) => string
  siteKey: (db: Db, name: SiteKey) => Promise<Buffer>
  push: (said: Said) => void
  hangUp: (sessions: readonly string[]) => void
}

/**
 * Everything that a handler may use during one call.
 *
 * `db`: the transaction of a change; for a read, the database. `owner`: the result of `ownerOf` in http/caller.ts.
 * `session`: the hash of the token that was sent. `key`: the idempotency key of a change; '' for a read.
 * `currentPassword`, `otpToken`: the values of their headers, or null. `signed`: the passkey's answer in its header.
 * `request`: the id of a change, the same for every repeat; '' for a read. `device`: the value of the browser's device
 * cookie, or ''. `browserKey`: the thumbprint of the browser's key that signed the request, or null. `language`: the
 * language of the player's screen. `userAgent`, `address`: the browser's. `pageOrigin`: the origin of the players'
 * site.
 *
 * `keep` returns the name of the uploaded file, which is deleted after the call unless a row contains that name.
 * `storeDevice` sets the browser's device cookie. `storeDevice`, `publish` and `hangUp` take effect after the commit,
 * and have no effect if the change is refused.
 */
export type HandlerContext = Omit<Base, 'push'> & {
  db: Db
  owner: string
  session: string
  key: string
  currentPassword: string | null
  signed: SignedChallenge | null
  otpToken: string | null
  request: string
  device: string
  browserKey: string | null
  userAgent: string
  address: string
  pageOrigin: string
  language: Language
  keep: () => Promise<string>
  storeDevice: (device: string) => void
  publish: (said: Said) => void
}
