import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where files are until their call is over. */
export const unfinishedIn = (uploads: string): string => join(uploads, 'unfinished')

const namesIn = (place: string) => (existsSync(place) ? readdirSync(place).sort() : [])

/** The files that are kept in an upload folder, and those of calls that are not over. */
export const filesIn = (uploads: string): { kept: string[]; unfinished: string[] } => ({
  kept: namesIn(uploads).filter((name) => name !== 'unfinished'),
  unfinished: namesIn(unfinishedIn(uploads)),
})

/** The files that are kept and are not in `before`, and those of calls that are not over. */
export function addedIn(uploads: string, before: readonly string[]): { added: string[]; unfinished: string[] } {
  const { kept, unfinished } = filesIn(uploads)
  return { added: kept.filter((name) => !before.includes(name)), unfinished }
}
