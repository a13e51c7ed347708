import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder older than this, in ms, was left behind by a killed process: no test run takes that long. */
const DAY = 86_400_000
/**
 * The maximum number of attempts to create a folder. An attempt fails if another process removes the empty parent in
 * between.
 */
const TRIES = 100

const made = new Set<string>()
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
  for (const parent of new Set([...made].map(dirname))) removeEmpty(parent)
})

/** Removes a folder unless it still contains another process's folder or another process has already removed it. */
function removeEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error
  }
}

/** Removes the folders that killed processes left behind. */
function removeLeft(parent: string) {
  for (const left of readdirSync(parent)) {
    const old = statSync(join(parent, left), { throwIfNoEntry: false })
    if (old && old.mtimeMs < Date.now() - DAY) rmSync(join(parent, left), { recursive: true, force: true })
  }
}

/** Creates the parent and a folder in it. Retries if an exiting process removes the empty parent in between. */
function makeIn(parent: string, name: string, tries = TRIES): string {
  try {
    mkdirSync(parent, { recursive: true })
    if (made.size === 0) removeLeft(parent)
    return mkdtempSync(join(parent, `${name}-`))
  } catch (error) {
    if (tries === 1 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return makeIn(parent, name, tries - 1)
  }
}

/**
 * Creates an empty folder that is removed when this process exits. For Vitest workers, see temp-run.ts.
 *
 * All these folders are in one parent folder, `krapao-tests`. The first call also removes the folders of killed
 * processes, and the last process to exit removes the parent folder.
 */
export function tempFolder(name: string): string {
  const folder = makeIn(join(tmpdir(), 'krapao-tests'), name)
  made.add(folder)
  return folder
}
