import type { ReportKind } from './reports.ts'

/** `test`: all essential stages; `full`: everything that CI runs; `night`: only what takes too long for CI. */
export const SIZES = ['test', 'full', 'night'] as const
export type Size = (typeof SIZES)[number]

/**
 * The maximum time of each size on the reference machine, in seconds. For `night`, the limit applies to each of the
 * {@link SHARDS} shards. The budgets of a size's stages add up to no more than its limit.
 *
 * `full` allows 12 minutes, plus the time for:
 * - the benchmarks with many members and of the prerendered pages
 * - the tests of a new flow, the laws of money, the simulator and the limits of play
 * - the conformance check of backends
 * - the browser tests of prerendered pages, the service worker, devices and windows
 */
export const PROMISES: Record<Size, number> = { test: 300, full: 1320, night: 3600 }
/** The number of shards into which a night must be split to keep its promise. */
export const SHARDS = 8

/**
 * Returns the promise for one of `of` shards, in seconds. With fewer shards than {@link SHARDS}, each is allowed more
 * time. With more shards, the limit stays the same, because each shard still contains whole stages.
 */
export const promiseOf = (size: Size, of: number): number =>
  size === 'night' ? PROMISES.night * Math.max(1, SHARDS / of) : PROMISES[size]

/** The programs that a stage needs. */
export type Need = 'browser' | 'firefox' | 'nginx' | 'postgres' | 'webkit'

/**
 * A group of tests or checks.
 *
 * - `lines`: shell commands that run in parallel.
 * - `budget`: seconds on the reference machine.
 * - `prefers`: a program without which the stage runs but tests less.
 * - `report`: the kind of JSON report that the commands write to `$REPORT`.
 * - `isSharded`: the commands use `$SHARD`, so that each nightly shard runs a part of the stage. Other stages run
 *   whole, in one of the shards.
 */
export type Stage = {
  name: string
  sizes: readonly Size[]
  budget: number
  lines: readonly string[]
  report?: ReportKind
  isSharded?: boolean
  needs?: readonly Need[]
  prefers?: Need
  env?: Record<string, string>
}

const vitest = (projects: readonly string[], more = '') =>
  `vitest run ${projects.map((project) => `--project ${project}`).join(' ')} --reporter=default --reporter=json --outputFile.json="$REPORT" ${more}`
const e2e = (more = '') => `playwright test --config e2e/playwright.config.ts ${more}`

const ALWAYS = ['test', 'full'] as const
/**
 * The names of the test files that run on the embedded database. They test four areas of calls, the folder lock and the
 * ledger.
 */
const EMBEDDED = 'withdraw.server transfer.server statement.server chat.server server/folder server/ledger'

/**
 * One machine of every kind (an attempt, a form, a clock, lists, files, a socket). In CI, the third path of each runs
 * on the real server, because the reference backend can produce all of these paths.
 */
const SAMPLE = 'chat-history,qr-code,refund,register,session,slip-upload,spin,transfer'
/** The stories of the law checker. In CI, one of them runs on the real server together with the paths. */
const STORIES = 'tests/laws/stories'

/** All stages, in execution order. */
const STAGES: readonly Stage[] = [
  {
    name: 'types, lint, dead code, build',
    sizes: ALWAYS,
    budget: 31,
    lines: [
      'npm run --silent types',
      'biome check',
      'knip',
      'node tests/run/build.ts && size-limit && node tests/floor/main.ts',
    ],
  },
  {
    name: 'machines and rules',
    sizes: ALWAYS,
    budget: 30,
    lines: [vitest(['node', 'node-isolated'])],
    report: 'vitest',
  },
  {
    name: 'laws of money',
    sizes: ['full'],
    budget: 34,
    lines: ['node --import ./tests/laws/env.ts tests/laws/main.ts'],
  },
  {
    name: 'simulated members',
    sizes: ['full'],
    budget: 24,
    lines: ['node tests/sim/main.ts'],
  },
  {
    name: 'client and server',
    sizes: ALWAYS,
    budget: 100,
    lines: [vitest(['wire', 'chat'])],
    report: 'vitest',
    prefers: 'postgres',
  },
  {
    name: 'processes and races',
    sizes: ['full'],
    budget: 225,
    lines: [vitest(['long'])],
    report: 'vitest',
    prefers: 'postgres',
  },
  {
    name: 'screens',
    sizes: ALWAYS,
    budget: 92,
    lines: [vitest(['browser', 'browser-isolated'])],
    report: 'vitest',
    needs: ['browser'],
  },
  {
    name: 'looks',
    sizes: ['full'],
    budget: 118,
    lines: ['playwright test --config tests/looks/playwright.config.ts'],
    report: 'playwright',
    needs: ['browser'],
  },
  {
    name: 'product, in short',
    sizes: ['test'],
    budget: 47,
    lines: [e2e('--grep @smoke')],
    report: 'playwright',
    needs: ['browser'],
  },
  { name: 'product', sizes: ['full'], budget: 325, lines: [e2e()], report: 'playwright', needs: ['browser'] },
  {
    name: 'embedded database',
    sizes: ['full'],
    budget: 30,
    lines: [vitest(['wire', 'long'], EMBEDDED)],
    report: 'vitest',
    needs: ['postgres'],
    env: { TEST_DATABASE_URL: '' },
  },
  {
    name: 'ledger under kills',
    sizes: ['full'],
    budget: 26,
    lines: ['node tests/bench/main.ts ledger 600 4'],
    needs: ['postgres'],
  },
  {
    name: 'many members',
    sizes: ['full'],
    budget: 31,
    lines: ['node tests/bench/main.ts scale 1000'],
    needs: ['postgres'],
  },
  {
    name: 'door on a slow phone',
    sizes: ['full'],
    budget: 85,
    lines: ['node tests/bench/main.ts door --short --language th --rounds 4'],
    needs: ['browser'],
  },
  {
    name: 'paths in a browser',
    sizes: ['full'],
    budget: 48,
    lines: [`npm run --silent paths -- ${SAMPLE} --run browser --path 3 --story ${STORIES}/transfer-told-refused.json`],
    report: 'playwright',
    needs: ['browser'],
  },
  {
    name: 'WebKit',
    sizes: ['full'],
    budget: 40,
    lines: ['playwright test --config e2e/webkit/playwright.config.ts --grep-invert @night'],
    report: 'playwright',
    needs: ['browser', 'webkit'],
  },
  {
    name: 'product, with all pairs of calls and faults',
    sizes: ['night'],
    budget: 3200,
    lines: [e2e('$SHARD')],
    isSharded: true,
    env: { NIGHT: '1' },
    report: 'playwright',
    needs: ['browser', 'nginx'],
  },
  {
    name: 'all paths in a browser',
    sizes: ['night'],
    budget: 3600,
    lines: ['npm run --silent paths -- --run browser $SHARD'],
    isSharded: true,
    report: 'playwright-may-skip',
    needs: ['browser'],
  },
  {
    name: 'all windows',
    sizes: ['night'],
    budget: 1600,
    lines: ['playwright test --config tests/looks/playwright.config.ts windows $SHARD'],
    isSharded: true,
    env: { NIGHT: '1' },
    report: 'playwright',
    needs: ['browser'],
  },
  {
    name: 'stories in a browser',
    sizes: ['night'],
    budget: 150,
    lines: [`npm run --silent paths -- --story ${STORIES} --run browser`],
    report: 'playwright',
    needs: ['browser'],
  },
  {
    name: 'all pictures',
    sizes: ['night'],
    budget: 900,
    lines: ['node tests/gallery/pictures.ts'],
    needs: ['browser'],
  },
  {
    name: 'laws within wide bounds, and their models of the server',
    sizes: ['night'],
    budget: 780,
    lines: ['node --import ./tests/laws/env.ts tests/laws/main.ts --nightly', vitest(['long'], 'laws/server')],
    report: 'vitest',
    env: { NIGHT: '1' },
  },
  {
    name: 'long races and seeded faults',
    sizes: ['night'],
    budget: 500,
    lines: [vitest(['long'], 'server/ledger server/pairs server/kills chat-delivery conform tests/sim')],
    report: 'vitest',
    needs: ['postgres'],
    env: { NIGHT: '1' },
  },
  {
    name: 'plans with 100,000 members',
    sizes: ['night'],
    budget: 300,
    lines: [vitest(['wire'], 'server/plans')],
    report: 'vitest',
    needs: ['postgres'],
    env: { NIGHT: '1' },
  },
  {
    name: 'conformance behind nginx',
    sizes: ['night'],
    budget: 60,
    lines: ['node tests/conform/behind-nginx.ts'],
    needs: ['nginx'],
  },
  {
    name: '10,000 orders and limits',
    sizes: ['night'],
    budget: 1160,
    lines: [vitest(['long'], 'play-limit/limit-orders')],
    report: 'vitest',
    needs: ['postgres'],
    env: { NIGHT: '1' },
  },
  {
    name: 'mutation of charts',
    sizes: ['night'],
    budget: 3600,
    lines: ['node tests/mutation/main.ts $SHARD'],
    isSharded: true,
  },
  {
    name: 'mutation of code',
    sizes: ['night'],
    budget: 7200,
    lines: ['node tests/mutation/code.ts $SHARD'],
    isSharded: true,
    needs: ['postgres'],
  },
  {
    name: 'ledger under many kills',
    sizes: ['night'],
    budget: 1200,
    lines: ['node tests/bench/main.ts ledger 20000 60'],
    needs: ['postgres'],
  },
  {
    name: '100,000 members, backup and restore',
    sizes: ['night'],
    budget: 540,
    lines: ['node tests/bench/main.ts scale && node tests/bench/main.ts restore'],
    needs: ['postgres'],
  },
  {
    name: 'database that fails',
    sizes: ['night'],
    budget: 300,
    lines: ['node tests/bench/main.ts failures 25'],
    needs: ['postgres'],
  },
  {
    name: 'the oldest Chromium',
    sizes: ['night'],
    budget: 420,
    lines: ['playwright test --config e2e/floor/playwright.config.ts'],
    report: 'playwright',
    needs: ['browser'],
  },
  {
    name: 'simulated members, new seeds',
    sizes: ['night'],
    budget: 700,
    lines: ['node tests/sim/main.ts --nightly --minutes 10'],
  },
  {
    name: '5,000 orders and limits of play',
    sizes: ['night'],
    budget: 750,
    lines: [vitest(['long'], 'play-limit/play-orders')],
    report: 'vitest',
    needs: ['postgres'],
    env: { NIGHT: '1' },
  },
  {
    name: 'Firefox and WebKit, with all flows in WebKit',
    sizes: ['night'],
    budget: 555,
    lines: [
      'playwright test --config e2e/firefox/playwright.config.ts',
      // only the first command writes the report
      'REPORT= playwright test --config e2e/webkit/playwright.config.ts --grep @night && npm run --silent webkit:flows',
    ],
    report: 'playwright',
    needs: ['firefox', 'webkit'],
  },
]

/**
 * Returns the stages of a size that run in shard `at` of `of`. Divides the budget of a sharded stage among the shards.
 */
export function stagesOf(size: Size, at: number, of: number): Stage[] {
  const all = STAGES.filter(({ sizes }) => sizes.includes(size))
  const whole = all.filter(({ isSharded }) => !isSharded)
  return all.flatMap((stage) => {
    if (stage.isSharded) return [{ ...stage, budget: stage.budget / of }]
    return whole.indexOf(stage) % of === at - 1 ? [stage] : []
  })
}

/**
 * Explains what a stage cannot test because of missing programs, and how to install them. Returns null if nothing is
 * missing. `isSkipped`: the stage cannot run at all.
 */
export function lackOf(
  { name, needs = [], prefers }: Stage,
  missing: ReadonlyMap<Need, string>,
): { note: string; isSkipped: boolean } | null {
  const need = needs.find((each) => missing.has(each))
  if (need) return { note: `NOT TESTED ${name}: ${missing.get(need)}`, isSkipped: true }
  if (!prefers || !missing.has(prefers)) return null
  return { note: `NOT TESTED with ${prefers}: ${name} (${missing.get(prefers)})`, isSkipped: false }
}
