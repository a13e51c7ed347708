import { tempFolder } from './temp.ts'

/** Before the tests of each Vitest project: Vitest kills its workers, so their temporary folders go with this process. */
export default function keepTogether() {
  process.env.VITEST_TEMP ??= tempFolder('vitest')
  process.env.TMPDIR = process.env.VITEST_TEMP
}
