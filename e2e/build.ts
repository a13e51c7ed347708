import { execFileSync } from 'node:child_process'

/** Builds the product before the tests run, but not when they are only listed. */
export default function buildProduct() {
  execFileSync(process.execPath, ['server/build.ts'], { stdio: 'inherit' })
}
