import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '#contract/language.ts'
import { linesOf, type Picture, pictureIn } from './picture.ts'

/** The languages in which pictures are reviewed, one for each script. */
export const REVIEWED = ['th', 'la'] as const satisfies Language[]
/** The pictures of a state in each of these languages. */
export type Pictures = Record<(typeof REVIEWED)[number], Picture>

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const END = '.txt'
const fileOf = (name: string) => `${folder}${name}${END}`

/** The states whose picture a person has reviewed, such as `withdraw.idle`. */
export const reviewedNames: ReadonlySet<string> = new Set(
  globSync(`${folder}*${END}`).map((file) => basename(file, END)),
)

/** Reads the reviewed pictures of a state. */
export function readPictures(name: string): Pictures {
  const parts = readFileSync(fileOf(name), 'utf8').split(/^# /m)
  const of = (language: string) => pictureIn(parts.find((part) => part.startsWith(`${language}\n`))?.split('\n') ?? [])
  return { th: of('th'), la: of('la') }
}

/** Replaces the reviewed pictures of a state. */
export function writePictures(name: string, pictures: Pictures) {
  const parts = REVIEWED.map((language) => [`# ${language}`, ...linesOf(pictures[language])].join('\n'))
  writeFileSync(fileOf(name), `${parts.join('\n\n')}\n`)
}
