import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The age in ms after which a folder counts as left by a killed process: no test run takes as long. */
const DAY = 86_400_000

const made = new Set<string>()
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/**
 * Creates an empty folder that is removed when this process exits; for workers of Vitest see temp-run.ts. All such
 * folders have one parent, `krapao-tests`, where the first call also removes those of killed processes.
 */
export function tempFolder(name: string): string {
  const parent = join(tmpdir(), 'krapao-tests')
  mkdirSync(parent, { recursive: true })
  if (made.size === 0)
    for (const left of readdirSync(parent)) {
      const old = statSync(join(parent, left), { throwIfNoEntry: false })
      if (old && old.mtimeMs < Date.now() - DAY) rmSync(join(parent, left), { recursive: true, force: true })
    }
  const folder = mkdtempSync(join(parent, `${name}-`))
  made.add(folder)
  return folder
}
