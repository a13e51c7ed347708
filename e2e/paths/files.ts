import { utimesSync, writeFileSync } from 'node:fs'
import type { TestInfo } from '@playwright/test'
import { NOON } from '#tests/kit/samples/slip.ts'

/**
 * Saves a file in the test's folder and returns its path. The file has the same modification time as the models' files,
 * so choosing it again counts as choosing the same file.
 */
export function onDisk(info: TestInfo, name: string, bytes: Uint8Array): string {
  const path = info.outputPath(name)
  writeFileSync(path, bytes)
  utimesSync(path, NOON / 1000, NOON / 1000)
  return path
}
