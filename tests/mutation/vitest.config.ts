import { defineConfig } from 'vitest/config'
import config from '../../vite.config.ts'

/** Tests of the tools: any change of a text fails them. */
const LEFT_OUT = ['tests/tools/**']
const project = config.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === process.env.PROJECT,
)
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${process.env.PROJECT}`)

/** Tests that set the time zone of their process, which a thread of Stryker cannot. */
const OWN_ZONE = 'with the clock of the machine in'

const { exclude = [], ...test } = project.test ?? {}
export default defineConfig({
  ...(config.plugins && { plugins: config.plugins }),
  test: { ...test, exclude: [...exclude, ...LEFT_OUT], testNamePattern: `^(?!.*${OWN_ZONE})` },
})
