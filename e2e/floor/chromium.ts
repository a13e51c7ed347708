import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** The unpacked Chromium 111, the oldest supported version. Source: D-66. */
export const OLDEST = new URL('../../test-results/chromium-111/chromium', import.meta.url).pathname

/** Unpacks the program from the package that contains it, unless a former run has unpacked it. */
export function unpackChromium() {
  if (existsSync(OLDEST)) return
  const packed = new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium'))
  mkdirSync(dirname(OLDEST), { recursive: true })
  writeFileSync(OLDEST, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 })
}
