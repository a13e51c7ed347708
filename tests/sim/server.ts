import { createServer } from 'node:http'
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
import { clock } from './clock.ts'
import type { End } from './lines.ts'
import { Statements } from './statements.ts'

/**
 * How often a server works on open operations, releases held deposits and seals entries, ms. As in server/main.ts,
 * which seals with each pass: that would take half of the time of a run.
 */
const RECONCILE_EVERY = 3_000
const RELEASE_EVERY = 60_000
const SEAL_EVERY = 30_000

/** The longest time that a statement takes, ms. */
const STATEMENT = 8

/** The database of a run. Like every embedded one it serves one transaction at a time. It outlives the servers. */
export class Database {
  readonly raw: PGlite
  readonly statements: Statements
  /** A connection that no fault touches, for the laws and for what happens outside the server. */
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
    // plans that depend on earlier runs could order rows in another way
    await database.raw.exec('set plan_cache_mode = force_generic_plan')
    await database.raw.listen(SWITCHES_CHANNEL, () => database.switched())
    return database
  }

  /** Empties all tables and fills them with the demo, at `now`. */
  async reset(settings: Settings, now: number) {
    const { rows } = await this.raw.query<{ name: string }>(
      // the migrations create the keys
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'siteKeys'`,
    )
    await this.raw.exec(`
      rollback;
      set session_replication_role = 'replica';
      truncate ${rows.map(({ name }) => name)} restart identity cascade;
      set session_replication_role = 'origin'`)
    await seed(this.db, settings, now, Promise.resolve(''))
    this.isUsed = false
    this.#turn = Promise.resolve()
  }

  /** Called when the switches of the site have changed. */
  switched = () => {}
  /** True while somebody uses it. */
  isUsed = false

  /** Waits until nobody else uses the database; the result lets the next one use it. */
  async use(): Promise<() => void> {
    const before = this.#turn
    let end = () => {}
    this.#turn = new Promise((resolve) => {
      end = resolve
    })
    await before
    this.isUsed = true
    return () => {
      this.isUsed = false
      end()
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

/** A killed process waits for this. */
const never = new Promise<never>(() => {})

/**
 * A server's connection to the database, as the driver expects it. Each statement takes some time, and the server may
 * be killed before it or after it.
 */
class Connection {
  isDead = false
  #left = Number.POSITIVE_INFINITY
  #isAfter = false
  /** Gives back the database if this connection uses it. */
  #release = async () => {}
  readonly #database: Database
  readonly #chance: Chance
  readonly #killed: () => void

  constructor(database: Database, chance: Chance, killed: () => void) {
    this.#database = database
    this.#chance = chance
    this.#killed = killed
  }

  /** Kills the server at a statement from now, where 0 is the next: before it, or after it if `isAfter`. */
  killAt(statement: number, isAfter: boolean) {
    this.#left = statement
    this.#isAfter = isAfter
  }

  /** Kills the server now: the database rolls back what it has begun, and nothing in the process goes on. */
  async kill(): Promise<never> {
    if (!this.isDead) {
      this.isDead = true
      this.#killed()
      await this.#release()
    }
    return never
  }

  /**
   * Uses the database for `act`, which gets a function that runs one statement. `undo` undoes it if the server is
   * killed.
   */
  async #use<R>(
    act: (run: <T>(statement: () => Promise<T>) => Promise<T>) => Promise<R>,
    undo: () => Promise<unknown>,
  ) {
    const end = await this.#database.use()
    if (this.isDead) {
      end()
      return never
    }
    this.#release = async () => {
      await undo()
      end()
    }
    const run = async <T>(statement: () => Promise<T>): Promise<T> => {
      await clock.wait(this.#chance.share() * STATEMENT)
      const isLast = this.#left-- === 0
      if (this.isDead) return never
      if (isLast && !this.#isAfter) return this.kill()
      const result = statement()
      if (!isLast) return result
      await result.catch(() => {})
      return this.kill()
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

/** An answer on its way to a browser. */
export type Answer = { status: number; headers: Headers; body: string }
/** Everything that outlives a server. The providers refuse with the class of errors of the process. */
export type Outside = { database: Database; world: (ApiError: Process['ApiError']) => World; settings: Settings }

/** Returns a function that starts a process. `edits` change the product first. */
export async function serverOf(edits: readonly Edit[]) {
  const load = await bundle<{ process: Process }>('tests/sim/process.ts', ['server'], [], edits)
  return (outside: Outside, chance: Chance, killed: () => void) => new Server(load({}).process, outside, chance, killed)
}

/** One process of the real server, from its start until it is killed. */
export class Server {
  readonly #modules: Process
  readonly #connection: Connection
  readonly #db: Db
  readonly #app: App
  readonly #http = createServer()
  readonly #push: (said: Said) => void
  readonly #deaths: (() => void)[] = []
  /** How far the clock of this machine is ahead, ms. */
  ahead = 0

  constructor(modules: Process, { database, world: worldOf, settings }: Outside, chance: Chance, killed: () => void) {
    this.#modules = modules
    const { attachSocket, createGateways, createSwitches, hangUpAt, kinds, pushTo, schema: tables } = modules
    modules.log.level = 'silent'
    this.#connection = new Connection(database, chance, () => {
      for (const die of this.#deaths) die()
      killed()
    })
    const now = () => clock.now + this.ahead
    const db = drizzle(this.#connection as unknown as PGlite, { schema: tables }) as unknown as Db
    this.#db = db
    const switches = createSwitches()
    switches.listening(true)
    database.switched = switches.notified
    const world = worldOf(modules.ApiError)
    const gateways = createGateways(world)
    const unfinished: Unfinished = new Map()
    const io = attachSocket(this.#http, { open: () => db, now, settings })
    this.#push = pushTo(io)
    const sockets = { push: this.#push, hangUp: hangUpAt(io) }
    const parts = { open: () => db, now, draw: chance.below, world, gateways, unfinished, settings, ...sockets }
    this.#app = modules.createApp({ ...parts, switches: switches.read })
    const every = async (ms: number, act: () => Promise<unknown>) => {
      while (!this.isDead) {
        await act().catch(() => {})
        await clock.wait(ms)
      }
    }
    const operations = { db, gateways, kinds, now, unfinished }
    const lookAfter = async () => {
      // a pass does not wait for the one before, which may be waiting for a provider
      void modules.reconcile(operations).catch(() => {})
    }
    void modules.takeOver(db).then(() => every(RECONCILE_EVERY, lookAfter))
    const { ledgerKey } = settings
    if (ledgerKey) void every(SEAL_EVERY, () => modules.sealEntries(db, ledgerKey))
    void every(RELEASE_EVERY, () => modules.releaseHeld(db, new Date(now())))
  }

  get isDead(): boolean {
    return this.#connection.isDead
  }

  readonly killAt: Connection['killAt'] = (statement, isAfter) => this.#connection.killAt(statement, isAfter)

  readonly kill = () => this.#connection.kill()

  /** The result of `work`; null if the server is killed before there is one. */
  #unlessKilled<T>(work: Promise<T>): Promise<T | null> {
    return Promise.race([work, new Promise<null>((resolve) => this.#deaths.push(() => resolve(null)))])
  }

  /** Answers a request; null if the server is killed before it has answered. */
  answer(url: string, init: RequestInit): Promise<Answer | null> {
    const answered = async () => {
      const response = await this.#app.request(url, init)
      return { status: response.status, headers: response.headers, body: await response.text() }
    }
    return this.#unlessKilled(answered())
  }

  /** Takes the connection of a socket; it breaks when the server is killed. */
  connect(line: End) {
    this.#deaths.push(() => line.destroy())
    if (this.isDead) line.destroy()
    else this.#http.emit('connection', line)
  }

  /** Lets support say something in the conversation of `owner`. */
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
   * Lets an adapter of the operator, such as that of a bank, work in this process; null if it is killed before the
   * result.
   */
  adapter<T>(act: (modules: Process, tx: Db) => Promise<T>): Promise<T | null> {
    return this.#unlessKilled(this.#db.transaction((tx) => act(this.#modules, tx)))
  }
}
