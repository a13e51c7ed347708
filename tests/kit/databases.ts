import pg from 'pg'

/*
 * Each worker of the wire tests has a PostgreSQL database of its own beside the one at TEST_DATABASE_URL. Vitest runs the
 * default export before all workers; what that returns runs after them.
 */

/** The URL of this worker's database, which is created if it is missing; undefined without TEST_DATABASE_URL. */
export async function ownDatabase(): Promise<string | undefined> {
  const { TEST_DATABASE_URL: url, WIRE_DATABASES: prefix, VITEST_POOL_ID: worker } = process.env
  if (!url) return undefined
  const own = new URL(url)
  own.pathname = `${prefix}_${worker}`
  await asAdmin(url, async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [`${prefix}_${worker}`])
    if (rowCount === 0) await admin.query(`create database ${prefix}_${worker}`)
  })
  return own.href
}

async function asAdmin(url: string, use: (admin: pg.Client) => Promise<void>) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await use(admin)
  } finally {
    await admin.end()
  }
}

/** Names the databases of this run, and drops them after it. */
export default function nameDatabases() {
  const { TEST_DATABASE_URL: url } = process.env
  const prefix = `wire_${process.pid}`
  process.env.WIRE_DATABASES = prefix
  if (!url) return undefined
  return () =>
    asAdmin(url, async (admin) => {
      const { rows } = await admin.query('select datname from pg_database where datname like $1', [`${prefix}\\_%`])
      for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
    })
}
