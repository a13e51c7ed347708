import { spawnSync } from 'node:child_process'
import { exitOnSignals, runGroup } from '../run/groups.ts'

/** Settings of a temporary PostgreSQL cluster. It has its own folder, so it can run next to an existing cluster. */
const OPTIONS = [
  '-t',
  '-o',
  'max_connections=200',
  '-o',
  'fsync=off',
  '-o',
  'log_min_messages=panic',
  '-c',
  '--locale=C.UTF-8',
]

/** True if a temporary PostgreSQL can be started (Debian's `postgresql`). */
export const canStartPostgres = (): boolean => spawnSync('pg_virtualenv', ['-h'], { stdio: 'ignore' }).status === 0

/**
 * The time within which the command and its PostgreSQL must exit after a signal, ms. It exceeds the runner's own limit
 * for its process groups.
 */
const PATIENCE = 30_000

/**
 * Reruns this command with a temporary PostgreSQL at `TEST_DATABASE_URL`, and exits with the exit code of that run. A
 * signal to this process stops the command and PostgreSQL.
 */
export async function runWithPostgres(): Promise<never> {
  exitOnSignals(PATIENCE)
  const command = process.argv.map((word) => `'${word}'`).join(' ')
  const line = `TEST_DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE" exec ${command}`
  try {
    process.exit(await runGroup('pg_virtualenv', [...OPTIONS, 'bash', '-c', line]))
  } catch {
    console.error('This needs PostgreSQL: set TEST_DATABASE_URL, or install Debian’s postgresql.')
    process.exit(1)
  }
}
