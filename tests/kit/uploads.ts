import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folder for files of pending calls. */
export const unfinishedIn = (uploads: string): string => join(uploads, 'unfinished')

const namesIn = (place: string) => (existsSync(place) ? readdirSync(place).sort() : [])

/** The files in an upload folder, and the files of pending calls. */
export const filesIn = (uploads: string): { kept: string[]; unfinished: string[] } => ({
  kept: namesIn(uploads).filter((name) => name !== 'unfinished'),
  unfinished: namesIn(unfinishedIn(uploads)),
})

/** The stored files that are not in `before`, and the files of pending calls. */
export function addedIn(uploads: string, before: readonly string[]): { added: string[]; unfinished: string[] } {
  const { kept, unfinished } = filesIn(uploads)
  return { added: kept.filter((name) => !before.includes(name)), unfinished }
}
