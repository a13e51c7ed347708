import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './kit/chromium.ts'
import { hasWebKit } from './kit/webkit.ts'

type Count = { passed: number; failed: number }
const out = mkdtempSync(join(tmpdir(), 'krapao-test-'))
const total: Count = { passed: 0, failed: 0 }

const sh = (line: string, env: NodeJS.ProcessEnv = {}) =>
  new Promise<number>((done) =>
    spawn(line, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } }).on('close', (code) =>
      done(code ?? 1),
    ),
  )

/** Runs one step and adds what it counted; a step that fails without saying how often failed once. */
async function step(name: string, line: string, count?: () => Count, env?: NodeJS.ProcessEnv) {
  const start = performance.now()
  const code = await sh(line, env)
  let got: Count = { passed: code ? 0 : 1, failed: code ? 1 : 0 }
  if (count)
    try {
      got = count()
      if (got.passed + got.failed === 0 || (code && !got.failed)) got.failed++
    } catch {
      got = { passed: 0, failed: 1 }
    }
  total.passed += got.passed
  total.failed += got.failed
  console.log(`${got.failed ? 'FAILED' : 'ok'} ${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

const json = (file: string) => JSON.parse(readFileSync(join(out, file), 'utf8'))
const vitest = (file: string) => () => {
  const report = json(file)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites + report.numPendingTests,
  }
}
const playwright =
  (file: string, { maySkip = false } = {}) =>
  () => {
    const { expected, unexpected, flaky, skipped } = json(file).stats
    return { passed: expected, failed: unexpected + flaky + (maySkip ? 0 : skipped) }
  }
const generated = () =>
  ['src/routeTree.gen.ts', ...globSync('server/migrations/**/*.{sql,json}').sort()]
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n')

try {
  ensureChromium()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const before = generated()
await Promise.all([step('types', 'tsc'), step('lint', 'biome check'), step('dead code', 'knip')])
await step('build', 'vite build --logLevel warn')
await step('budgets', 'size-limit')
await step('migrations', 'npm run --silent migration > /dev/null')
const fresh = generated() === before
total[fresh ? 'passed' : 'failed']++
console.log(`${fresh ? 'ok' : 'FAILED'} generated files are fresh`)
await step('tests', `vitest run --reporter=default --reporter=json --outputFile.json=${out}/v.json`, vitest('v.json'), {
  TEST_DATABASE_URL: '',
})
await step('coverage of the machines', 'npm run --silent paths -- --coverage')
if (process.env.TEST_DATABASE_URL) {
  await step(
    'PostgreSQL',
    `vitest run --project wire --project chat --reporter=default --reporter=json --outputFile.json=${out}/p.json`,
    vitest('p.json'),
  )
  await step('ledger under kills', 'node tests/bench/main.ts ledger 600 4')
} else console.log('PostgreSQL was not tested: set TEST_DATABASE_URL to a database that may be emptied.')
// skipped is a path that the product never goes: see `Never` in e2e/paths/world.ts
await step(
  'paths in a browser',
  'npm run --silent paths -- --run browser --path 1',
  playwright('b.json', { maySkip: true }),
  {
    REPORT: join(out, 'b.json'),
  },
)
await step('e2e', 'playwright test --config e2e/playwright.config.ts', playwright('e.json'), {
  REPORT: join(out, 'e.json'),
})
if (hasWebKit())
  await step('WebKit', 'playwright test --config e2e/webkit/playwright.config.ts', playwright('w.json'), {
    REPORT: join(out, 'w.json'),
  })
else console.log('WebKit was not tested: install Debian’s webkit2gtk-driver, xvfb and xauth.')

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
