import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import project from '../../package.json' with { type: 'json' }
import { tempFolder } from './temp.ts'

/** The files of an embedded database without tables. They depend only on the PGlite version. */
const EMPTY = `node_modules/.cache/krapao/pglite-${project.dependencies['@electric-sql/pglite']}`

/** Creates `EMPTY` if it is missing. */
async function makeEmpty() {
  if (existsSync(EMPTY)) return
  const own = `${EMPTY}-${process.pid}`
  mkdirSync(own, { recursive: true })
  await (await PGlite.create(own)).close()
  try {
    renameSync(own, EMPTY)
  } catch (error) {
    rmSync(own, { recursive: true })
    // another process has created it first
    if (!existsSync(EMPTY)) throw error
  }
}

/**
 * Copies an empty embedded database into `folder` if there is none yet, before a server starts there. Copying takes a
 * tenth of a second, whereas the server would need four seconds to create one.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const place = join(folder, 'pg')
  if (existsSync(place)) return
  await makeEmpty()
  cpSync(EMPTY, place, { recursive: true })
}

/** Creates a data folder with an embedded database without tables. */
export async function dataFolder(): Promise<string> {
  const folder = tempFolder('data')
  await fillDataFolder(folder)
  return folder
}
