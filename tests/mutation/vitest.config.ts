import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import config from '../../vite.config.ts'

/**
 * Tests that cannot detect a fault: tool tests fail on any changed text, and the others reload the code, see load.ts.
 */
const LEFT_OUT = [
  'tests/tools/**',
  ...globSync('tests/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('vi.resetModules')),
]
const project = config.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === process.env.PROJECT,
)
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${process.env.PROJECT}`)

/** Tests that set their process's time zone, which a Stryker thread cannot do. */
const OWN_ZONE = "with the machine's clock in"

/** Only the server's own tests judge the server: client tests would find the same faults more slowly. */
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
