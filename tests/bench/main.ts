import { parseArgs } from 'node:util'
import { LANGUAGES } from '#contract/language.ts'
import buildProduct from '#e2e/build.ts'
import { runWithPostgres } from '../kit/postgres.ts'
import { inOwnDatabase } from './database.ts'
import { doorRun } from './door.ts'
import { failuresRun, RECOVERY_MOST } from './failures.ts'
import { ledgerRun } from './ledger.ts'
import { membersRun } from './members.ts'
import { APPEND_MOST, MOUNT_MOST, NODES_MOST, panelRun } from './panel.ts'
import type { Ratio } from './rate.ts'
import { ratios } from './ratios.ts'
import { restoreRun } from './restore.ts'
import { scaleRun } from './scale.ts'
import { BACK, socketsRun, WRITERS } from './sockets.ts'
import { startRun } from './start.ts'
import { STOP_MOST } from './stop.ts'
import { wheelRun } from './wheel.ts'

const SEED = 20_261_121
const [, , what = 'ratios', operations = '10000', kills = '50'] = process.argv
const url = process.env.TEST_DATABASE_URL

/** Prints the ratios, and sets the exit code to 1 if one of them exceeds its limit. */
function printRatios(ratios: readonly Ratio[]) {
  for (const { name, ratio, most } of ratios) {
    const isOver = ratio > most
    console.log(`${isOver ? 'OVER' : 'ok'} ${name}: ${ratio.toFixed(2)} of at most ${Number(most.toFixed(2))}`)
    if (isOver) process.exitCode = 1
  }
}

const KINDS = [
  ...['ratios', 'ledger [operations] [kills]', 'members', 'scale [members]', 'wheel', 'panel', 'sockets'],
  ...['failures [times]', 'restore', 'start', 'door [--rounds N] [--language L] [--short] [--against DIST]'],
]
if (!KINDS.some((kind) => kind.split(' ')[0] === what)) {
  console.error(`npm run bench [-- ${KINDS.join(' | ')}]`)
  process.exit(2)
}
const start = performance.now()
if (what === 'wheel') {
  const report = await wheelRun()
  console.log(report)
  if (report.strokes > 0 || report.dropped > report.droppedEmpty) process.exitCode = 1
} else if (what === 'panel') {
  const report = await panelRun()
  console.log(report)
  const { mount, append, inWindow } = report
  if (mount > MOUNT_MOST || append > APPEND_MOST || inWindow.nodes > NODES_MOST) process.exitCode = 1
} else if (what === 'door') {
  buildProduct()
  const text = { type: 'string' } as const
  const options = { against: text, rounds: text, language: text, short: { type: 'boolean' } } as const
  const { against, rounds = '5', language, short } = parseArgs({ args: process.argv.slice(3), options }).values
  const languages = LANGUAGES.filter((each) => !language || each === language)
  const { rows, ratios } = await doorRun({ rounds: Number(rounds), languages, against, isShort: short })
  console.table(rows)
  printRatios(ratios)
} else if (what === 'failures') {
  const report = await failuresRun(Number(process.argv[3] ?? 25), SEED)
  console.log(report)
  const { violations, slowest, stop } = report
  if (violations.length > 0 || slowest > RECOVERY_MOST || stop.took > STOP_MOST || stop.cut > 0) process.exitCode = 1
} else if (!url) await runWithPostgres()
else if (what === 'ledger') {
  const report = await inOwnDatabase(url, (own) =>
    ledgerRun({ url: own, operations: Number(operations), kills: Number(kills), seed: SEED }),
  )
  console.log(report)
  if (report.violations.length > 0 || report.kills !== Number(kills)) process.exitCode = 1
} else if (what === 'restore') {
  const wrong = await restoreRun(url, SEED)
  for (const line of wrong) console.error(line)
  console.log(`${wrong.length} differences after the restore`)
  if (wrong.length > 0) process.exitCode = 1
} else if (what === 'start') {
  buildProduct()
  const { table, isOver } = await startRun(url)
  console.table(table)
  if (isOver) process.exitCode = 1
} else if (what === 'sockets') {
  const report = await inOwnDatabase(url, socketsRun)
  console.log(report)
  if (Math.max(...report.back) > BACK || report.foreign > 0 || report.heard !== WRITERS) process.exitCode = 1
} else if (what === 'scale') {
  const count = Number(process.argv[3] ?? 100_000)
  printRatios(await inOwnDatabase(url, (big) => inOwnDatabase(url, (small) => scaleRun(big, small, count))))
} else if (what === 'members')
  printRatios(await inOwnDatabase(url, (big) => inOwnDatabase(url, (small) => membersRun(big, small))))
else printRatios(await inOwnDatabase(url, ratios))
console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`)
