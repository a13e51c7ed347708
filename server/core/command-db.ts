import { lock, type OpenDb, openEmbedded, openPostgres } from './db.ts'
import type { PoolLimits } from './pool.ts'

/**
 * Opens the database configured by the environment variables, for a command that may run next to running servers. Exits
 * the process if an embedded database is already in use. `limits` overrides some of the time limits of the PostgreSQL
 * connections.
 */
export async function openForCommand(limits?: PoolLimits): Promise<Pick<OpenDb, 'db' | 'close'>> {
  const { DATA_DIR = '.data', DATABASE_URL } = process.env
  if (DATABASE_URL) return openPostgres(DATABASE_URL, limits)
  const unlock = lockFolder(DATA_DIR)
  const { db, close } = await openEmbedded(DATA_DIR)
  return {
    db,
    close: async () => {
      await close()
      unlock()
    },
  }
}

function lockFolder(dir: string): () => void {
  try {
    return lock(dir)
  } catch {
    console.error(`${dir} is in use by a krapao, or cannot be written. Stop that one, or set DATA_DIR.`)
    return process.exit(1)
  }
}
