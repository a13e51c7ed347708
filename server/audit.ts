import { openForCommand } from './core/command-db.ts'
import { audit } from './domain/audit.ts'

/* `npm run audit`: lists each ledger row that breaks a rule, and fails if there are any. */

const { LEDGER_KEY } = process.env
const { db, close } = await openForCommand({ silence: 0 })
const started = performance.now()
const wrong = await audit(db, LEDGER_KEY)
for (const line of wrong) console.error(line)
if (!LEDGER_KEY) console.log('LEDGER_KEY is not set: the keys of seals are not checked')
console.log(`${wrong.length} rows are wrong (${((performance.now() - started) / 1000).toFixed(1)} s)`)
if (wrong.length > 0) process.exitCode = 1
await close()
