import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, stems } from '#tests/kit/models.ts'

/** Returns the stems of the files in the flow folders whose names end in `end`. */
const stemsOf = (end: string) =>
  globSync(`tests/flows/*/*${end}`)
    .map((file) => basename(file, end))
    .sort()

const IMPORT = /^(?:import|export)(?: (?!type )[^;'"]*? from)? '([^']+)'|\bimport\('([^']+)'\)/gm
/** Returns the modules that a file imports at run time. Type imports do not count. */
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, fixed, late]) => fixed ?? late ?? '')

/** Returns the path of the project file that an import refers to. */
const fileOf = (name: string, from: string) => (name.startsWith('#') ? name.slice(1) : join(dirname(from), name))
const isOurs = (name: string) => /^[.#].*\.tsx?$/.test(name)

/** Returns the files that a file imports, directly or indirectly, each with its imports. */
function graphOf(file: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(file)) return found
  const names = importsOf(file)
  found.set(file, names)
  for (const name of names.filter(isOurs)) graphOf(fileOf(name, file), found)
  return found
}

const OF_TESTS = /^(vitest\b|node:|@vitest\/|@testing-library\/(user-event|jest-dom))/
const USER_EVENT = 'tests/kit/user.ts: @testing-library/user-event'

test('every machine has a screen for its tests, and every check belongs to a screen', () => {
  expect(stemsOf('.screen.tsx')).toEqual(stems)
  expect(stems).toEqual(expect.arrayContaining(stemsOf('.check.ts')))
})

test.each(stems)('the driver for %s does not import test-only packages', (stem) => {
  const graph = graphOf(filesOf(stem).screen)
  const brought = [...graph].flatMap(([file, names]) => names.map((name) => [file, name] as const))
  const forbidden = brought.filter(([, name]) => OF_TESTS.test(name)).map(([file, name]) => `${file}: ${name}`)
  expect(forbidden.filter((one) => one !== USER_EVENT)).toEqual([])
})
