import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The one place for temporary folders of tests. */
const PARENT = join(tmpdir(), 'krapao-tests')
/** No run of tests takes as long. */
const DAY = 86_400_000

/** Makes a temporary folder, which is removed when this process ends; removes those that killed processes have left. */
export function tempFolder(): string {
  mkdirSync(PARENT, { recursive: true })
  for (const name of readdirSync(PARENT)) {
    const old = statSync(join(PARENT, name), { throwIfNoEntry: false })
    if (old && old.mtimeMs < Date.now() - DAY) rmSync(join(PARENT, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(`${PARENT}/`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
