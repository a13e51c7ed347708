import { execFileSync } from 'node:child_process'

/** Builds the product before the tests, but not before listing them. */
export default function buildProduct() {
  execFileSync(process.execPath, ['server/build.ts'], { stdio: 'inherit' })
}
