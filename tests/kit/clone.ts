import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Tool caches in node_modules, which are not linked because each copy needs its own. */
const CACHES = /^\.(?!bin$)/

/**
 * Copies the project's current files, except git-ignored ones, into a folder. The copy links to this project's
 * packages.
 */
export function cloneInto(folder: string) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout, stderr } = spawnSync('git', listed, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  for (const file of stdout.split('\0').filter((each) => existsSync(each) && each !== ''))
    cpSync(file, join(folder, file))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((each) => !CACHES.test(each)))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
}
