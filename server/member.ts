import { openForCommand } from './core/command-db.ts'
import { memberCommand } from './domain/member-command.ts'

/* `npm run member`: suspends or releases an account, ends sessions, or returns held deposits. */

try {
  const run = memberCommand(process.argv.slice(2))
  const { db, close } = await openForCommand()
  try {
    console.log(await run(db, Date.now()))
  } finally {
    await close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
