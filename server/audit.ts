import { lock, openEmbedded, openPostgres } from './core/db.ts'
import { audit } from './domain/audit.ts'

/* `npm run audit`: names each row of the books that is wrong, and fails if there is one. */

const { DATA_DIR = '.data', DATABASE_URL } = process.env
const unlock = DATABASE_URL ? () => {} : lock(DATA_DIR)
const { db, close } = await (DATABASE_URL ? openPostgres(DATABASE_URL) : openEmbedded(DATA_DIR))
const started = performance.now()
const wrong = await audit(db)
for (const line of wrong) console.error(line)
console.log(`${wrong.length} rows are wrong (${((performance.now() - started) / 1000).toFixed(1)} s)`)
if (wrong.length > 0) process.exitCode = 1
await close()
unlock()
