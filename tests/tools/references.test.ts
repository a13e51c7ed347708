import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deadTests } from '#tests/kit/named-tests.ts'
import { deadCites, deadLinks, deadPages, deadScripts, knownIds, writtenFiles } from '#tests/kit/references.ts'

const known = knownIds()
const files = writtenFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const pages = files.filter(({ file }) => file.endsWith('.md'))

/** Returns the dead references in these files, each prefixed with its file name. */
const found = (some: typeof files, dead: (text: string, file: string) => string[]) =>
  some.flatMap(({ file, text }) => dead(text, file).map((what) => `${file}: ${what}`))

describe('in this repository', () => {
  it('every cited requirement and decision is defined', () => {
    expect(found(files, (text) => deadCites(text, known))).toEqual([])
  })

  it('every link in a page leads to an existing file and heading', () => {
    expect(found(pages, (text, file) => deadLinks(file, text))).toEqual([])
  })

  it('every docs/ page mentioned in a file exists', () => {
    expect(found(files, deadPages)).toEqual([])
  })

  it('every test named on a page exists in the named file under that title', () => {
    expect(found(pages, deadTests)).toEqual([])
  })

  it('every npm script mentioned on a page exists', () => {
    expect(found(pages, deadScripts)).toEqual([])
  })

  it('the index of decisions lists every decision with its title', () => {
    const titles = pages
      .filter(({ file }) => file.startsWith('docs/decisions/'))
      .flatMap(({ text }) => [...text.matchAll(/^## (D-\d+): (.+)$/gm)].map(([, id, title]) => `${id}: ${title}`))
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const rows = [...index.matchAll(/^\| \[(D-\d+)\]\(.+?\): (.+) \| .+ \|$/gm)]
    expect(rows.map(([, id, title]) => `${id}: ${title}`)).toEqual(titles.sort())
  })
})

describe('the reference check', () => {
  const file = join('docs', 'page.md')

  it('finds an undefined id, even inside a range', () => {
    const [requirement, decision] = [`R${999}`, `D-${99}`]
    expect(deadCites(`(${requirement}, R1–R3, ${decision})`, known)).toEqual([requirement, decision])
    expect(deadCites(`(R${998}–R${999})`, known)).toEqual([`R${998}`, `R${999}`])
  })

  it('finds a citation of a specification section', () => {
    const section = ['SPEC', '§4'].join(' ')
    expect(deadCites(`Source: ${section}`, known)).toEqual([section])
  })

  it('finds a link to a missing file, and a link to a missing heading', () => {
    const text = '# Here\n[a](nowhere.md) [b](requirements.md#nothing) [c](#here) [d](requirements.md#roles)'
    expect(deadLinks(file, text)).toEqual(['nowhere.md', 'requirements.md#nothing'])
  })

  it('ignores code and external links', () => {
    expect(deadLinks(file, '`[a](b.md)` [site](https://example.com)\n```\n[c](d.md)\n```')).toEqual([])
  })

  it('finds the names of missing pages and scripts', () => {
    expect(deadPages(`see ${file}`)).toEqual([file])
    expect(deadScripts('npm run nothing -- x, npm run paths')).toEqual(['nothing'])
  })
})
