import { type PGlite, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'

/** A statement that the database has parsed, with the types of its parameters and the columns of its rows. */
type Parsed = {
  name: string
  params: readonly number[]
  columns: readonly { name: string; dataTypeID: number }[]
  /** True if the statement may write to {@link OUTCOMES}. */
  isOutcome: boolean
}

const { serialize } = protocol
const SYNC = serialize.sync()
const WRITES = /\b(insert into|update|delete from)\b/i
/** The tables that show the outcome of a change. */
const OUTCOMES = /\b(requests|operations|entries)\b/

/**
 * A client for drizzle that runs the statements of an embedded database. Each statement is parsed and planned once.
 * `PGlite.query` would plan every call again and make six round trips to the database, which took most of a run's time.
 */
export class Statements {
  readonly #raw: PGlite
  readonly #parsed = new Map<string, Parsed>()
  /** The number of statements so far that may have written to {@link OUTCOMES}. */
  outcomes = 0

  constructor(raw: PGlite) {
    this.#raw = raw
  }

  #send(...messages: Uint8Array[]) {
    return this.#raw.execProtocolStream(Buffer.concat(messages), { syncToFs: false })
  }

  async #parse(text: string): Promise<Parsed> {
    const known = this.#parsed.get(text)
    if (known) return known
    const name = `s${this.#parsed.size}`
    const messages = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), SYNC)
    const isOutcome = WRITES.test(text) && OUTCOMES.test(text)
    const parsed: Parsed = { name, params: [], columns: [], isOutcome }
    for (const message of messages) {
      if (message instanceof protocol.messages.ParameterDescriptionMessage) parsed.params = message.dataTypeIDs
      if (message instanceof protocol.messages.RowDescriptionMessage) parsed.columns = message.fields
    }
    this.#parsed.set(text, parsed)
    return parsed
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const write = this.#raw.serializers[type]
    return write ? write(value) : String(value)
  }

  /** Runs a statement, as `PGlite.query` does. */
  readonly query = <T>(
    text: string,
    values: readonly unknown[] = [],
    { rowMode, parsers = {} }: QueryOptions = {},
  ): Promise<Results<T>> =>
    this.#raw.runExclusive(async () => {
      const { name, params, columns, isOutcome } = await this.#parse(text)
      const written = values.map((value, at) => this.#written(value, params[at] ?? 0))
      const messages = await this.#send(
        serialize.bind({ statement: name, values: written }),
        serialize.execute({}),
        SYNC,
      )
      const read = columns.map(({ name: column, dataTypeID }) => {
        const parser = parsers[dataTypeID] ?? this.#raw.parsers[dataTypeID]
        return { column, of: (field: string | null) => (field && parser ? parser(field, dataTypeID) : field) }
      })
      const result = { rows: [] as T[], fields: [...columns], affectedRows: 0 }
      for (const message of messages) {
        if (message instanceof protocol.messages.DataRowMessage) {
          const row = read.map(({ column, of }, at) => [column, of(message.fields[at] ?? null)] as const)
          result.rows.push((rowMode === 'array' ? row.map(([, value]) => value) : Object.fromEntries(row)) as T)
        }
        if (message instanceof protocol.messages.CommandCompleteMessage) {
          const [command, ...counts] = message.text.split(' ')
          if (command !== 'SELECT') result.affectedRows = Number(counts.at(-1) ?? 0)
          if (isOutcome && (command === 'SELECT' || result.affectedRows > 0)) this.outcomes += 1
        }
      }
      return result
    })

  readonly transaction = async <T>(act: (tx: Pick<Statements, 'query'>) => Promise<T>): Promise<T> => {
    await this.query('begin')
    try {
      const result = await act(this)
      await this.query('commit')
      return result
    } catch (error) {
      await this.query('rollback')
      throw error
    }
  }
}
