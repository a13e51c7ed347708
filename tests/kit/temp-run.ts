import { tempFolder } from './temp.ts'

/**
 * Puts the temporary folders of all workers into one folder, which this process removes. The workers cannot remove
 * their own folders, because Vitest kills them. Vitest runs this function before the tests of each project.
 */
export default function keepTogether() {
  process.env.VITEST_TEMP ??= tempFolder('vitest')
  process.env.TMPDIR = process.env.VITEST_TEMP
}
