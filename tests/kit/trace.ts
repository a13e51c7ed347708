import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The requirement numbers in a text: 12 for R12, and every number in the range R12–R15. If `kind` is D-, returns the
 * decision numbers instead.
 */
export const numbersIn = (text: string, kind: 'R' | 'D-' = 'R'): number[] =>
  [...text.matchAll(new RegExp(`\\b${kind}(\\d+)\\b(?:–${kind}(\\d+)\\b)?`, 'g'))].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
  )

/** All quoted strings in the source that cite an id: test names, including the names in a table of cases. */
const quoted = (source: string): string =>
  [...source.matchAll(/(['"`])((?:(?!\1).)*\b(?:R|D-)\d+.*?)\1/g)].map(([, , text]) => text).join('\n')

/** The ids of all requirements and decisions in a text, with ranges expanded: R12, R13 and D-05 for `R12–R13, D-05`. */
export const idsIn = (text: string): string[] => [
  ...numbersIn(text).map((number) => `R${number}`),
  ...numbersIn(text, 'D-').map((number) => `D-${String(number).padStart(2, '0')}`),
]

/** All ids that are cited in the test names of these files. */
export const citedIn = (patterns: readonly string[]): Set<string> =>
  new Set(globSync(patterns, { cwd: root }).flatMap((file) => idsIn(quoted(readFileSync(root + file, 'utf8')))))

/** A row of `docs/requirements.md`: id, kind, requirement, tests. */
const ROW = /^\| (R\d+) \| (\S+) \| (.+) \|([^|]*)\|$/gm

/** Returns the page with each requirement's tests: the files that cite it in the name of a test or journey. */
export function withTests(page: string): string {
  const patterns = ['tests/**/*.test.{ts,tsx}', 'tests/flows/*/*.e2e.ts', 'e2e/*.spec.ts', 'e2e/pages/cites.ts']
  const files = globSync(patterns, { cwd: root }).sort()
  const cited = new Map(files.map((file) => [file, new Set(numbersIn(quoted(readFileSync(root + file, 'utf8'))))]))
  const testsOf = (id: string) => files.filter((file) => cited.get(file)?.has(Number(id.slice(1))))
  return page.replace(ROW, (_, id, kind, text) => `| ${id} | ${kind} | ${text} | ${testsOf(id).join('<br>')} |`)
}

/** Returns the requirements of the page, in page order. */
export const requirementsIn = (page: string) =>
  [...page.matchAll(ROW)].map(([, id = '', kind = '', text = '', tests = '']) => ({
    id,
    kind,
    text,
    tests: tests.trim(),
  }))

const read = (file: string) => readFileSync(`${root}docs/${file}`, 'utf8')
const requirements = requirementsIn(read('requirements.md')).sort(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
)
const decisions = [...read('decisions/README.md').matchAll(/^\| \[(D-\d+)\]\(.*?\): (.+?) \|/gm)].map(
  ([, id = '', text = '']) => ({ id, text }),
)

/**
 * The ids of everything that a player or a backend can observe: all decisions, and all requirements except those about
 * the structure of the code.
 */
export const OBSERVABLE = [...requirements.filter(({ kind }) => kind !== 'structure'), ...decisions].map(({ id }) => id)

/** The texts of all requirements and the titles of all decisions, by id. */
const titles = new Map([...requirements, ...decisions].map(({ id, text }) => [id, text]))

/** Returns the text of a requirement, or the title of a decision. Throws if the id does not exist. */
export function titleOf(id: string): string {
  const title = titles.get(id)
  if (!title) throw new Error(`there is no requirement or decision ${id}`)
  return title
}
