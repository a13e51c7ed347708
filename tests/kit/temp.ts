import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes an empty folder that is removed when this process exits. All such folders have one parent: `krapao-tests`. */
export function tempFolder(name: string): string {
  const parent = join(tmpdir(), 'krapao-tests')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, `${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
