import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'

const BUILD = 120_000
/**
 * Words that occur only in the inspector: in the library, our adapter, its button, its layout, and the code that
 * watches actors.
 */
const TRACES = ['statelyai', 'krapao-inspector', 'Open the inspector', 'dagre', '{reportError(']
/** Words that occur only in the gallery: in its title, its kit and its empty stage. */
const GALLERY = ['krapao gallery', 'no path leads to', 'nothing is shown here']

/** The member's page, and the visitor's pages in the build's language and in each language. */
const PAGES = [
  'index.html',
  ...['login', 'register', 'howto', 'contact'].flatMap((page) =>
    ['', '.th', '.la', '.en'].map((language) => `${page}${language}.html`),
  ),
].toSorted()

/** Returns the traces of the inspector, the traces of the gallery, and the pages that a build contains. */
function partsOf(build: string) {
  const code = globSync(`${build}/**/*.{js,css,html}`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const found = (traces: string[]) => traces.filter((trace) => code.includes(trace))
  return { traces: found(TRACES), gallery: found(GALLERY), pages: globSync('*.html', { cwd: build }).toSorted() }
}

test('a production build contains neither the inspector nor the gallery', { timeout: BUILD }, () => {
  execFileSync('node', ['server/build.ts'])
  expect(partsOf('dist')).toEqual({ traces: [], gallery: [], pages: PAGES })
})

test('a QA build contains the whole inspector, but not the gallery', { timeout: BUILD }, () => {
  const build = tempFolder('build')
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const line = ['build', '--outDir', build, '--emptyOutDir', '--logLevel', 'warn']
  execFileSync('node_modules/.bin/vite', line, { env: { ...env, VITE_INSPECT: '1', VITE_INSPECT_URL: '' } })
  expect(partsOf(build)).toEqual({
    traces: TRACES,
    gallery: [],
    pages: [...PAGES, 'inspect.html'].toSorted(),
  })
})
