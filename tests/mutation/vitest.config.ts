import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import config from '../../vite.config.ts'

/** Tests that detect no fault: those of the tools fail on any changed text; the others load the code again, see load.ts. */
const LEFT_OUT = [
  'tests/tools/**',
  ...globSync('tests/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('vi.resetModules')),
]
const project = config.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === process.env.PROJECT,
)
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${process.env.PROJECT}`)

/** Tests that set the time zone of their process, which a thread of Stryker cannot. */
const OWN_ZONE = "with the machine's clock in"

/** The tests of the server alone judge it. Those of clients would find the same faults more slowly. */
const SERVER = ['tests/server/**/*.wire.test.ts', 'tests/flows/**/*.server.wire.test.ts']

const { exclude = [], ...test } = project.test ?? {}
export default defineConfig({
  ...(config.plugins && { plugins: config.plugins }),
  test: {
    ...test,
    ...(process.env.PROJECT === 'wire' && { include: SERVER }),
    setupFiles: ['tests/kit/known-site.ts', 'tests/mutation/load.ts'],
    exclude: [...exclude, ...LEFT_OUT],
    testNamePattern: `^(?!.*${OWN_ZONE})`,
  },
})
