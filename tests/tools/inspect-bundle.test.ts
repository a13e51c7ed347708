import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'

const BUILD = 120_000
/** Words that are only in what belongs to the inspector: the library, our adapter, its button, its layout, what watches the actors. */
const TRACES = ['statelyai', 'krapao-inspector', 'Open the inspector', 'dagre', '{reportError(']
/** Words that are only in the gallery: its title, its kit, its empty stage. */
const GALLERY = ['krapao gallery', 'no path leads to', 'nothing is shown here']

/** The page of a member, and those of a visitor: of the build's language and of each language. */
const PAGES = [
  'index.html',
  ...['login', 'register', 'howto', 'contact'].flatMap((page) =>
    ['', '.th', '.la', '.en'].map((language) => `${page}${language}.html`),
  ),
].toSorted()

/** Which traces of inspector and gallery a build has, and which pages. */
function partsOf(build: string) {
  const code = globSync(`${build}/**/*.{js,css,html}`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const found = (traces: string[]) => traces.filter((trace) => code.includes(trace))
  return { traces: found(TRACES), gallery: found(GALLERY), pages: globSync('*.html', { cwd: build }).toSorted() }
}

test('a production build has nothing of the inspector, nor of the gallery', { timeout: BUILD }, () => {
  execFileSync('node', ['server/build.ts'])
  expect(partsOf('dist')).toEqual({ traces: [], gallery: [], pages: PAGES })
})

test('a QA build has all of the inspector, and nothing of the gallery', { timeout: BUILD }, () => {
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
