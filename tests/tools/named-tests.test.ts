import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deadTests, namedTests } from '#tests/kit/named-tests.ts'

const asvs = readFileSync('docs/asvs.md', 'utf8')
const protection = readFileSync('docs/player-protection.md', 'utf8')
const wcag = readFileSync('docs/wcag.md', 'utf8')

/** Splits the table rows of a page into cells, and returns the rows whose first cell matches `id`. */
const rowsOf = (page: string, id: RegExp) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first = '']) => id.test(first))

/** Returns the test files that a page's tables mention without the title of a test. */
const withoutTitle = (page: string) => {
  const tables = page.split('\n').filter((line) => line.startsWith('|'))
  return namedTests(tables.join('\n')).filter(({ title }) => title === null)
}

describe('docs/asvs.md', () => {
  const verdicts = rowsOf(asvs, /^V\d+\.\d+\.\d+$/).flatMap(([item = '', , , verdict]) =>
    verdict ? [{ item, verdict }] : [],
  )

  it('refers to every listed test by its title', () => {
    expect(withoutTitle(asvs)).toEqual([])
  })

  it('lists each requirement once', () => {
    const items = verdicts.map(({ item }) => item)
    expect(items).toEqual([...new Set(items)])
  })

  it('states the right number of requirements for each verdict', () => {
    const starts = (text: string) => verdicts.filter(({ verdict }) => verdict.startsWith(text)).length
    const numbers = ['`tests/', 'not applicable: ', 'fixed by the wire: ', "operator's: ", 'open: '].map(starts)
    expect(numbers.reduce((sum, each) => sum + each)).toBe(verdicts.length)
    const [met, none, wire, operator, open] = numbers
    expect(asvs).toContain(
      `Of ${verdicts.length} requirements ${met} are met and have a test, ${none} do not apply, ` +
        `${wire} are fixed by the wire, ${operator} are the operator's and ${open} are open.`,
    )
  })

  it('states how each open requirement can be closed', () => {
    const open = verdicts.filter(({ verdict }) => verdict.startsWith('open: ')).map(({ item }) => item)
    const gaps = rowsOf(asvs.split('## Gaps that need a decision')[1] ?? '', /^V/).map(([item]) => item)
    expect(gaps.sort()).toEqual(open.sort())
  })
})

describe('docs/wcag.md', () => {
  const criteria = rowsOf(wcag, /^\d\.\d\.\d+ /)

  it('refers to every listed test by its title', () => {
    expect(withoutTitle(wcag)).toEqual([])
  })

  it('lists each criterion of levels A and AA once, with a valid verdict', () => {
    const numbers = criteria.map(([name = '']) => name.split(' ')[0])
    // WCAG 2.2 has 55 criteria of these levels, without the obsolete 4.1.1
    expect(numbers).toHaveLength(55)
    expect(new Set(numbers).size).toBe(55)
    const verdict = /^(`(tests|e2e)\/|looks|windows|paths|not applicable: |operator's: |no test: )/
    expect(criteria.filter(([, , , text = '']) => !verdict.test(text))).toEqual([])
  })
})

describe('docs/player-protection.md', () => {
  const sections = protection.split(/^## /m).slice(1)
  const clausesOf = (section: string) => rowsOf(section, /^\d+(\.\d+|[A-Z])$/)

  it('refers to every listed test by its title', () => {
    const rows = sections.flatMap(clausesOf)
    expect(
      rows.filter(([, , , tests = '']) => withoutTitle(`| ${tests} |`).length > 0).map(([clause]) => clause),
    ).toEqual([])
  })

  it('names at least one test in the row of every clause marked as met', () => {
    const met = sections.flatMap(clausesOf).filter(([, , product = '']) => product.startsWith('**met**'))
    expect(met.filter(([, , , tests = '']) => namedTests(tests).length === 0)).toEqual([])
  })

  it.each(['RTS 1', 'RTS 12', 'RTS 13', 'AGCO'])(
    'states the right number of clauses with each verdict for %s',
    (standard) => {
      const rows = clausesOf(sections.find((section) => section.startsWith(`${standard}: `)) ?? '')
      const numbers = ['**met**', '**not ours**', '**open**'].map(
        (verdict) => rows.filter(([, , product = '']) => product.startsWith(verdict)).length,
      )
      expect(numbers.reduce((sum, each) => sum + each)).toBe(rows.length)
      expect(protection).toContain(`| ${standard} | ${numbers.join(' | ')} |`)
    },
  )
})

describe('the named-test check', () => {
  const file = 'tests/tools/named-tests.test.ts'
  const dead = (...titles: string[]) => deadTests(`\`${file}\`: ${titles.map((title) => `“${title}”`).join(', ')}`)

  it('finds each title after a file, even if the title contains quotes', () => {
    const text = `\`${file}\`: “one”, “a “b” c” and “no title”<br>\`e2e/a.spec.ts\``
    expect(namedTests(text)).toEqual([
      { file, title: 'one' },
      { file, title: 'a “b” c' },
      { file: 'e2e/a.spec.ts', title: null },
    ])
  })

  it('finds missing files and titles, and accepts a title with or without the name of its group', () => {
    expect(deadTests('`tests/missing.test.ts`')).toEqual(['tests/missing.test.ts'])
    expect(dead('lists each requirement once', 'docs/asvs.md lists each requirement once')).toEqual([])
    expect(dead('lists each requirement')).toEqual([`${file}: lists each requirement`])
    expect(dead('docs/asvs.md')).toEqual([`${file}: docs/asvs.md`])
  })

  it.each([
    ['“…”', 'accepts a value that the test fills in, written as …', true],
    ['a word of the file', 'accepts a value that the test fills in, written as a word of the file', true],
    ['another text', `accepts a value that the test fills in, written as ${'x'.repeat(3)}`, false],
  ])('accepts a value that the test fills in, written as %s (WCAG 2.4.6)', (_, title, isFound) => {
    expect(dead(title)).toHaveLength(isFound ? 0 : 1)
  })

  it('finds the tests that an imported module of tests/kit registers', () => {
    expect(deadTests('`tests/flows/paths.test.tsx`: “every state shows the reviewed texts”')).toEqual([])
  })
})
