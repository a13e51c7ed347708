import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const BUILD = 120_000
/** Words that are only in what belongs to the inspector: the library, our adapter, its button, its layout, what watches the actors. */
const TRACES = ['statelyai', 'krapao-inspector', 'Open the inspector', 'dagre', '{reportError(']

/** Which traces a build has, and whether it has the receiver's page. */
function build(settings: Record<string, string>) {
  const outDir = mkdtempSync(join(tmpdir(), 'krapao-build-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const line = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  execFileSync('node_modules/.bin/vite', line, { env: { ...env, VITE_INSPECT: '', VITE_INSPECT_URL: '', ...settings } })
  const code = globSync(`${outDir}/**/*.{js,css,html}`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  return { traces: TRACES.filter((trace) => code.includes(trace)), hasPage: existsSync(join(outDir, 'inspect.html')) }
}

test('a production build has nothing of the inspector', { timeout: BUILD }, () => {
  expect(build({})).toEqual({ traces: [], hasPage: false })
})

test('a QA build has all of it', { timeout: BUILD }, () => {
  expect(build({ VITE_INSPECT: '1' })).toEqual({ traces: TRACES, hasPage: true })
})
