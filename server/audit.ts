import { lock, openEmbedded, openPostgres } from './core/db.ts'
import { audit } from './domain/audit.ts'

/* `npm run audit`: lists each ledger row that breaks a rule, and fails if there is any. */

const { DATA_DIR = '.data', DATABASE_URL, LEDGER_KEY } = process.env
function lockFolder(): () => void {
  try {
    return lock(DATA_DIR)
  } catch {
    console.error(`${DATA_DIR} is in use by a krapao, or cannot be written. Stop that one, or set DATA_DIR.`)
    return process.exit(1)
  }
}
const unlock = DATABASE_URL ? () => {} : lockFolder()
const { db, close } = await (DATABASE_URL ? openPostgres(DATABASE_URL, { silence: 0 }) : openEmbedded(DATA_DIR))
const started = performance.now()
const wrong = await audit(db, LEDGER_KEY)
for (const line of wrong) console.error(line)
if (!LEDGER_KEY) console.log('LEDGER_KEY is not set: the keys of seals are not checked')
console.log(`${wrong.length} rows are wrong (${((performance.now() - started) / 1000).toFixed(1)} s)`)
if (wrong.length > 0) process.exitCode = 1
await close()
unlock()
