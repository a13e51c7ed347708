import { utimesSync, writeFileSync } from 'node:fs'
import type { TestInfo } from '@playwright/test'
import { NOON } from '#tests/kit/samples/slip.ts'

/** A file with this name in the folder of a test, as old as the models' files; chosen again it is the same. */
export function onDisk(info: TestInfo, name: string, bytes: Uint8Array): string {
  const path = info.outputPath(name)
  writeFileSync(path, bytes)
  utimesSync(path, NOON / 1000, NOON / 1000)
  return path
}
