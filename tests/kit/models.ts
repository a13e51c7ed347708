import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Model } from './model.ts'
import type { Seen } from './seen.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const END = '.model.ts'

/** The folder of each machine's flow, such as `tests/flows/deposit`, by the machine's stem. */
const folders = new Map(
  globSync(`tests/flows/*/*${END}`, { cwd: root }).map((file) => [basename(file, END), dirname(file)]),
)

/** The stems of all models, one per machine. */
export const stems = [...folders.keys()].sort()

/** The files of one machine, relative to the project root. Throws if the machine does not exist. */
export function filesOf(stem: string) {
  const folder = folders.get(stem)
  if (!folder) throw new Error(`there is no model for ${stem}`)
  return {
    model: `${folder}/${stem}${END}`,
    screen: `${folder}/${stem}.screen.tsx`,
    fixtures: `${folder}/${stem}.fixtures.ts`,
    paths: `${folder}/${basename(folder) === stem ? '' : `${stem}.`}paths.md`,
    seen: `${folder}/${stem}.seen.json`,
  }
}

/** The URL of a project file. */
export const urlOf = (file: string): URL => pathToFileURL(root + file)

/** Loads the model of one machine. */
export async function loadModel(stem: string): Promise<Model> {
  const { default: model } = (await import(urlOf(filesOf(stem).model).href)) as { default: Model }
  return model
}

/** Reads the texts that each state of a machine shows, as recorded by the tests of its paths. */
export const seenOf = (stem: string): Seen => JSON.parse(readFileSync(urlOf(filesOf(stem).seen), 'utf8'))
