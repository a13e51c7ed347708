import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import requirements from './requirements.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The numbers in a text: R12, and each of R12–R15; `kind` D- instead of R: those of decisions. */
export const numbersIn = (text: string, kind: 'R' | 'D-' = 'R'): number[] =>
  [...text.matchAll(new RegExp(`\\b${kind}(\\d+)(?:–${kind}(\\d+))?`, 'g'))].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
  )

/** What stands in the quotes of a test's name, also where they are the first of a row of cases. */
const quoted = (source: string): string =>
  [...source.matchAll(/(['"`])((?:(?!\1).)*\b(?:R|D-)\d+.*?)\1/g)].map(([, , text]) => text).join('\n')

/** All requirements and decisions in a text, ranges written out: R12 and D-05 of `R12, D-05`. */
export const idsIn = (text: string): string[] => [
  ...numbersIn(text).map((number) => `R${number}`),
  ...numbersIn(text, 'D-').map((number) => `D-${String(number).padStart(2, '0')}`),
]

/** All that the names of tests in some files cite. */
export const citedIn = (patterns: readonly string[]): Set<string> =>
  new Set(globSync(patterns, { cwd: root }).flatMap((file) => idsIn(quoted(readFileSync(root + file, 'utf8')))))

/** Every state, transition, validation, guard and error of the requirements with the test files that name it. */
export function traced() {
  const files = globSync(['tests/**/*.test.{ts,tsx}', 'tests/flows/*/*.e2e.ts', 'e2e/*.spec.ts'], { cwd: root }).sort()
  const named = new Map(files.map((file) => [file, new Set(numbersIn(quoted(readFileSync(root + file, 'utf8'))))]))
  return requirements.map(({ id, ...what }) => ({
    id,
    ...what,
    tests: files.filter((file) => named.get(file)?.has(Number(id.slice(1)))),
  }))
}

/** `tests/requirements.md`. */
export const toTable = (rows: ReturnType<typeof traced>): string =>
  [
    '# Requirements and their tests',
    '',
    'Every state, transition, validation, guard and error, and what the card asks for, with the tests that name it. Renewed by `npm run paths -- --write`.',
    '',
    '| id | kind | requirement | tests |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ id, kind, text, tests }) => `| ${id} | ${kind} | ${text} | ${tests.join('<br>')} |`),
    '',
  ].join('\n')
