import type { Language } from '#contract/language.ts'
import type { Db } from './db.ts'
import type { Gateways } from './gateways.ts'
import type { Settings } from './settings.ts'
import type { Switches } from './switches.ts'
import type { Said, World } from './world.ts'

/**
 * Operations that this process worked on and could not finish because it lost the database: the time of the request by
 * the id.
 */
export type Unfinished = Map<string, Date>

/**
 * The parts of a running backend. `now` returns epoch ms; `draw` a random whole number from 0, below its argument; `switches`
 * those of the site, through `db` if they are not known; `picture` the address under which browsers may keep a picture;
 * `push` sends a chat message to the connected sockets; `hangUp` closes the sockets of sessions, given by the hashes of
 * their tokens.
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
  push: (said: Said) => void
  hangUp: (sessions: readonly string[]) => void
}

/**
 * The parts that a handler may use, for one call.
 *
 * `db`: the transaction of a change; a read has none. `owner`: as `ownerOf` of http/caller.ts returns it. `session`: the
 * hash of the token that was sent. `currentPassword` and `otpToken`: from their headers, null without them. `request`: the id of a change, the
 * same at every repeat; '' in a read. `device`: what the browser's device cookie holds, '' without one. `language`: of the
 * player's screen; `userAgent` and `address` of the browser. `keep` returns the name under which the file of a form stays if a row holds that name in the end.
 * `keepDevice` gives the browser its device cookie. It, `publish` and `hangUp` take effect once the change is committed, and
 * not if it is refused.
 */
export type HandlerContext = Omit<Base, 'push'> & {
  db: Db
  owner: string
  session: string
  currentPassword: string | null
  otpToken: string | null
  request: string
  device: string
  userAgent: string
  address: string
  language: Language
  keep: () => Promise<string>
  keepDevice: (device: string) => void
  publish: (said: Said) => void
}
