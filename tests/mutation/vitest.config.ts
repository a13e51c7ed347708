import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import config from '../../vite.config.ts'

/**
 * Tests that cannot detect faults. Tool tests fail on any changed text, and tests that reset modules load the code
 * again (see load.ts).
 */
const LEFT_OUT = [
  'tests/tools/**',
  ...globSync('tests/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('vi.resetModules')),
]
const project = config.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === process.env.PROJECT,
)
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${process.env.PROJECT}`)

/** Part of the names of tests that set the time zone of their process, which is not possible in a Stryker thread. */
const OWN_ZONE = "with the machine's clock in"

/** The server's own tests. Only these judge the server, because client tests would find the same faults more slowly. */
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
