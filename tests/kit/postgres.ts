import { spawnSync } from 'node:child_process'

/** Settings of a temporary PostgreSQL, in a folder of its own beside any existing cluster. */
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

/** Runs this very command again with a temporary PostgreSQL at `TEST_DATABASE_URL`, and exits with its code. */
export function runWithPostgres(): never {
  const command = process.argv.map((word) => `'${word}'`).join(' ')
  const line = `TEST_DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE" exec ${command}`
  const { status } = spawnSync('pg_virtualenv', [...OPTIONS, 'bash', '-c', line], { stdio: 'inherit' })
  if (status === null) console.error('This needs PostgreSQL: set TEST_DATABASE_URL, or install Debian’s postgresql.')
  process.exit(status ?? 1)
}
