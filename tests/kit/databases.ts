import pg from 'pg'

/*
 * Each worker has its own PostgreSQL database on the server of TEST_DATABASE_URL. Vitest calls the default export
 * before any worker starts, and calls the returned function after all workers have stopped.
 */

/** Creates an empty database with this name, replacing any old one. Returns its URL, and a function that drops it. */
export async function freshDatabase(url: string, name: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const drop = () =>
    asAdmin(url, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`)))
  await drop()
  await asAdmin(url, async (admin) => void (await admin.query(`create database ${name}`)))
  return { url: beside(url, name), drop }
}

/** The URL of another database on the same PostgreSQL server. */
function beside(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

/** The URL of this worker's database, created on first use; undefined without TEST_DATABASE_URL. */
export async function ownDatabase(): Promise<string | undefined> {
  const { TEST_DATABASE_URL: url, WIRE_DATABASES: prefix, VITEST_POOL_ID: worker } = process.env
  if (!url) return undefined
  const own = `${prefix}_${worker}`
  await asAdmin(url, async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [own])
    if (rowCount === 0) await admin.query(`create database ${own}`)
  })
  return beside(url, own)
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

/** Sets the prefix of this run's database names, and drops these databases after the run. */
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
