import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A test that a documentation page names: its file and title. The title is null if the page names only the file. */
type Named = { file: string; title: string | null }

const FILE = /`((?:tests|e2e)\/[\w./-]+\.(?:test\.tsx?|e2e\.ts|spec\.ts))`/g
/** A title in typographic quotes, which may contain a nested pair of quotes. */
const QUOTE = '“((?:[^“”]|“[^”]*”)*)”'
const TITLES = new RegExp(`^: ${QUOTE}(?:, ${QUOTE})*`)

/** Returns the tests that a page names in the form `` `tests/a.test.ts`: “first title”, “second title” ``. */
export function namedTests(markdown: string): Named[] {
  return [...markdown.matchAll(FILE)].flatMap(({ 0: code, 1: file = '', index }): Named[] => {
    const [titles = ''] = TITLES.exec(markdown.slice(index + code.length)) ?? []
    const quoted = [...titles.matchAll(new RegExp(QUOTE, 'g'))].map(([, title = '']) => ({ file, title }))
    return quoted.length > 0 ? quoted : [{ file, title: null }]
  })
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns the names in a callee, the innermost last, such as `each` and `test` for `test.each(rows)`. */
function namesIn({ type, name, property, object, callee }: Node): unknown[] {
  if (type === 'Identifier') return [name]
  const inner = type === 'CallExpression' ? callee : object
  return [...(isNode(property) ? [property.name] : []), ...(isNode(inner) ? namesIn(inner) : [])]
}

/** The placeholder for a value that the test inserts. */
const GAP = '\u0000'

/**
 * Returns a title as it is in the source, with its inserted values replaced by `GAP` and without the ids at its end.
 * Returns null if the title is not a string.
 */
function titleIn({ value, quasis }: Node): string | null {
  const text = quasis ? (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join(GAP) : value
  if (typeof text !== 'string') return null
  return text.replace(/ \((?:R\d|D-\d|WCAG)[^)]*\)$/, '').replace(/%[sdifjo]|\$[a-z\d]\w*/gi, GAP)
}

/**
 * The tests of a file, and all words in the file. Each test is a list of the titles of its groups, followed by its own
 * title.
 */
type Tests = { titles: string[][]; words: Set<string> }

function collect(node: Node, groups: string[], tests: Tests) {
  const { type, value, key, callee, arguments: given } = node
  if (type === 'Literal') tests.words.add(String(value))
  if (isNode(key) && typeof key.name === 'string') tests.words.add(key.name)
  const names = type === 'CallExpression' && isNode(callee) ? namesIn(callee) : []
  const [first] = (given ?? []) as Node[]
  const title = first ? titleIn(first) : null
  const isGroup = title !== null && names.includes('describe')
  const isTest = ['it', 'test'].includes(String(names.at(-1))) && !isGroup && !names.includes('step')
  if (title !== null && isTest) tests.titles.push([...groups, title])
  const within = isGroup ? [...groups, title] : groups
  for (const child of Object.values(node).flat().filter(isNode)) collect(child, within, tests)
}

const read = new Map<string, Tests>()

/** Returns the tests of a file. Throws if the file cannot be parsed. */
function testsOf(file: string): Tests {
  const known = read.get(file)
  if (known) return known
  const { program, errors } = parseSync(file, readFileSync(root + file, 'utf8'))
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const tests: Tests = { titles: [], words: new Set() }
  collect(program as unknown as Node, [], tests)
  read.set(file, tests)
  return tests
}

/**
 * Returns the modules of `tests/kit` that a file imports. They count because some of them, such as `drive`, register
 * tests.
 */
const kitsOf = (file: string): string[] =>
  [...readFileSync(root + file, 'utf8').matchAll(/ from '#(tests\/kit\/[\w-]+\.tsx?)'/g)].map(([, kit = '']) => kit)

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * True if the file has a test with this title, optionally preceded by the titles of its groups. A value that the test
 * inserts may be written as `…`, or as a word of the file.
 */
function has(file: string, title: string): boolean {
  const { titles, words } = testsOf(file)
  const isTitle = (parts: string[]) => {
    const filled = new RegExp(`^${parts.join(' ').split(GAP).map(escaped).join('(.+)')}$`).exec(title)?.slice(1)
    return !!filled?.every((value) => value === '…' || words.has(value))
  }
  return titles.some((parts) => parts.some((_, at) => isTitle(parts.slice(at))))
}

/**
 * Returns the tests that a page names but that do not exist, each as `file: title`. If the file does not exist, returns
 * only its name.
 */
export const deadTests = (markdown: string): string[] =>
  namedTests(markdown).flatMap(({ file, title }) => {
    if (!existsSync(root + file)) return [file]
    const isFound = title === null || [file, ...kitsOf(file)].some((each) => has(each, title))
    return isFound ? [] : [`${file}: ${title}`]
  })
