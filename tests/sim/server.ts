import { createServer } from 'node:http'
import timers from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Unfinished } from '#server/core/context.ts'
import { type Db, openEmbedded, schema } from '#server/core/db.ts'
import type { Settings } from '#server/core/settings.ts'
import { SWITCHES_CHANNEL } from '#server/core/switches.ts'
import type { Said, World } from '#server/core/world.ts'
import { seed } from '#server/demo/seed.ts'
import { bundle, type Edit } from './bundle.ts'
import type { Chance } from './chance.ts'
import { clock, timersOf } from './clock.ts'
import { type KillPlace, Life, never } from './life.ts'
import type { End } from './lines.ts'
import { Statements } from './statements.ts'

/**
 * The intervals at which a server works on open operations, releases held deposits and seals entries, ms. They are the
 * same as in server/main.ts, except that the real server seals entries on each pass. Here that would take half of a
 * run's time.
 */
const RECONCILE_EVERY = 3_000
const RELEASE_EVERY = 60_000
const SEAL_EVERY = 30_000

/** The longest time that a statement takes, ms. */
const STATEMENT = 8

/**
 * The database of a run. Like every embedded database, it serves one transaction at a time. It outlives the servers.
 */
export class Database {
  readonly raw: PGlite
  readonly statements: Statements
  /** A connection without faults, for the laws and for events outside the server. */
  readonly db: Db
  #turn: Promise<void> = Promise.resolve()

  private constructor(raw: PGlite) {
    this.raw = raw
    this.statements = new Statements(raw)
    this.db = drizzle(this.statements as unknown as PGlite, { schema }) as unknown as Db
  }

  static async open(): Promise<Database> {
    const { db } = await openEmbedded()
    const database = new Database((db as unknown as { $client: PGlite }).$client)
    // plans that depend on earlier runs could return rows in a different order
    await database.raw.exec('set plan_cache_mode = force_generic_plan')
    await database.raw.listen(SWITCHES_CHANNEL, () => database.switched())
    return database
  }

  /** Empties all tables and fills them with the demo data as of `now`. */
  async reset(settings: Settings, now: number) {
    const { rows } = await this.raw.query<{ name: string }>(
      // keeps the keys, because only the migrations create them
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'siteKeys'`,
    )
    await this.raw.exec(`
      rollback;
      set session_replication_role = 'replica';
      truncate ${rows.map(({ name }) => name)} restart identity cascade;
      set session_replication_role = 'origin'`)
    await seed(this.db, settings, now, Promise.resolve(''))
    this.#turn = Promise.resolve()
  }

  /** Called when the switches of the site have changed. */
  switched = () => {}
  /** Called after each transaction. The next transaction waits until the call has finished. */
  ended = async () => {}

  /** Waits until the database is free. The returned function frees it for the next user. */
  async use(): Promise<() => void> {
    const before = this.#turn
    let end = () => {}
    this.#turn = new Promise((resolve) => {
      end = resolve
    })
    await before
    let isEnded = false
    return () => {
      if (!isEnded) void this.ended().then(end)
      isEnded = true
    }
  }

  /** Runs `act` in a transaction outside the server. */
  async outside<T>(act: (tx: Db) => Promise<T>): Promise<T> {
    const end = await this.use()
    try {
      return await this.db.transaction(act)
    } finally {
      end()
    }
  }
}

/**
 * A server's connection to the database, as the driver expects it. Each statement takes some virtual time. If the
 * server is killed, the database rolls back the open transaction.
 */
class Connection {
  /** Rolls back and frees the database if this connection is using it. */
  #release = async () => {}
  readonly #database: Database
  readonly #chance: Chance
  readonly #life: Life

  constructor(database: Database, chance: Chance, life: Life) {
    this.#database = database
    this.#chance = chance
    this.#life = life
    life.onDeath(() => this.#release())
  }

  /**
   * Runs `act` once the database is free. `act` receives a function that runs one statement. `undo` rolls back if the
   * server is killed.
   */
  async #use<R>(
    act: (run: <T>(statement: () => Promise<T>) => Promise<T>) => Promise<R>,
    undo: () => Promise<unknown>,
  ): Promise<R> {
    const end = await this.#database.use()
    if (this.#life.isDead) {
      end()
      return never()
    }
    this.#release = async () => {
      await undo()
      end()
    }
    const run = async <T>(statement: () => Promise<T>): Promise<T> => {
      await clock.wait(this.#chance.share() * STATEMENT)
      return this.#life.through('statement', statement)
    }
    return act(run).finally(() => {
      this.#release = async () => {}
      end()
    })
  }

  readonly query: Statements['query'] = (text, params, options) =>
    this.#use(
      (run) => run(() => this.#database.statements.query(text, params, options)),
      async () => {},
    )

  readonly transaction: Statements['transaction'] = (act) => {
    const { statements } = this.#database
    let isOpen = false
    return this.#use(
      async (run) => {
        await run(() => statements.query('begin'))
        isOpen = true
        const query: Statements['query'] = (text, params, options) => run(() => statements.query(text, params, options))
        try {
          const result = await act({ query })
          await run(() => statements.query('commit'))
          return result
        } catch (error) {
          await run(() => statements.query('rollback'))
          throw error
        } finally {
          isOpen = false
        }
      },
      async () => isOpen && (await statements.query('rollback')),
    )
  }
}

/** The modules of one process. */
type Process = typeof import('./process.ts').process
type App = ReturnType<Process['createApp']>

/** A reply on its way to a browser. */
export type Answer = { status: number; headers: Headers; body: string }
/**
 * Everything that outlives a server. `world` receives the process's own error class, with which the providers refuse
 * orders.
 */
export type Outside = {
  database: Database
  world: (ApiError: Process['ApiError'], life: Life) => World
  settings: Settings
}

/** The timer globals. Each process has its own. */
const GLOBALS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const TIMERS = 'node:timers/promises'

/**
 * Returns a function that starts a process. `edits` are applied to the product's source first. `killed` is called with
 * the place at which the process is killed.
 */
export async function serverOf(edits: readonly Edit[]) {
  const load = await bundle<{ process: Process }>('tests/sim/process.ts', ['server'], GLOBALS, edits)
  return (outside: Outside, chance: Chance, killed: (where: string) => void) => {
    const life = new Life(killed)
    const wait: typeof timers.setTimeout = (...args) => life.wakes(timers.setTimeout(...args))
    const { process } = load(
      timersOf(() => life.endsAt('timer')),
      { [TIMERS]: { ...timers, setTimeout: wait } },
    )
    return new Server(process, outside, chance, life)
  }
}

/** One process of the real server, from its start until it is killed. */
export class Server {
  readonly #modules: Process
  readonly #db: Db
  readonly #app: App
  readonly #http = createServer()
  readonly #push: (said: Said) => void
  readonly #life: Life
  /** How far the server's clock is ahead, ms. */
  ahead = 0

  constructor(modules: Process, { database, world: worldOf, settings }: Outside, chance: Chance, life: Life) {
    this.#modules = modules
    this.#life = life
    const { attachSocket, createGateways, createSwitches, hangUpAt, kinds, pushTo, schema: tables } = modules
    modules.log.level = 'silent'
    const connection = new Connection(database, chance, life)
    const now = () => clock.now + this.ahead
    const db = drizzle(connection as unknown as PGlite, { schema: tables }) as unknown as Db
    this.#db = db
    const switches = createSwitches()
    switches.listening(true)
    database.switched = switches.notified
    const world = worldOf(modules.ApiError, life)
    const gateways = createGateways(world)
    const unfinished: Unfinished = new Map()
    const io = attachSocket(this.#http, { open: () => db, now, settings })
    const sending =
      <Sent extends unknown[]>(send: (...sent: Sent) => void) =>
      (...sent: Sent) => {
        if (life.endsAt('socket')) return
        send(...sent)
        life.endsAt('socket')
      }
    this.#push = sending(pushTo(io))
    const sockets = { push: this.#push, hangUp: sending(hangUpAt(io)) }
    const parts = { open: () => db, now, draw: chance.below, world, gateways, unfinished, settings, ...sockets }
    this.#app = modules.createApp({ ...parts, switches: switches.read })
    const every = async (ms: number, act: () => Promise<unknown>) => {
      while (!life.isDead) {
        await act().catch(() => {})
        await life.wakes(clock.wait(ms))
      }
    }
    const operations = { db, gateways, kinds, now, unfinished }
    const lookAfter = async () => {
      // does not wait for the previous pass, which may be waiting for a provider
      void modules.reconcile(operations).catch(() => {})
    }
    void modules.takeOver(db).then(() => every(RECONCILE_EVERY, lookAfter))
    const { ledgerKey } = settings
    if (ledgerKey) void every(SEAL_EVERY, () => modules.sealEntries(db, ledgerKey))
    void every(RELEASE_EVERY, () => modules.releaseHeld(db, new Date(now())))
  }

  readonly killAt = (place: KillPlace, count: number) => this.#life.killAt(place, count)

  readonly kill = () => this.#life.kill('at the end')

  /** Returns the result of `work`, or null if the server is killed before it can send the result. */
  #unlessKilled<T>(work: Promise<T>): Promise<T | null> {
    const told = work.then((result) => (this.#life.endsAt('reply') ? null : result))
    return Promise.race([told, new Promise<null>((resolve) => this.#life.onDeath(() => resolve(null)))])
  }

  /** Returns the reply to a request, or null if the server is killed before it replies. */
  answer(url: string, init: RequestInit): Promise<Answer | null> {
    const answered = async () => {
      const response = await this.#app.request(url, init)
      return { status: response.status, headers: response.headers, body: await response.text() }
    }
    return this.#unlessKilled(answered())
  }

  /** Accepts the connection of a socket. The connection breaks when the server is killed. */
  connect(line: End) {
    this.#life.onDeath(() => line.destroy())
    if (this.#life.isDead) line.destroy()
    else this.#http.emit('connection', line)
  }

  /** Sends a message from support to the conversation of `owner`. */
  async say(owner: string, clientId: string, message: string) {
    const addresses = { pathOf: (path: string) => path, urlOf: (path: string) => path }
    const said = await this.adapter(({ say }, tx) => {
      const saying = { chat: owner, clientId, sender: 'other' as const, name: 'Support' }
      const text = { message_type: 'text' as const, payload: { message }, deliver: 'succeed' as const }
      return say(tx, addresses, { ...saying, message: text }, new Date(clock.now + this.ahead))
    })
    if (said?.said) this.#push(said.said)
  }

  /**
   * Runs one of the operator's adapters, such as a bank's, in this process. Returns null if the process is killed
   * before it can return the result.
   */
  adapter<T>(act: (modules: Process, tx: Db) => Promise<T>): Promise<T | null> {
    return this.#unlessKilled(this.#db.transaction((tx) => act(this.#modules, tx)))
  }
}
