import { tempFolder } from './temp.ts'

/**
 * Puts the temporary folders of all workers into one folder that this process removes: Vitest kills its workers, so
 * they cannot remove theirs. Vitest runs this function before the tests of each project.
 */
export default function keepTogether() {
  process.env.VITEST_TEMP ??= tempFolder('vitest')
  process.env.TMPDIR = process.env.VITEST_TEMP
}
