import { onTestFinished, vi } from 'vitest'
import { log, output } from '#server/core/log.ts'

/** Collects what the server logs at `level` and above until the test ends. Nothing is printed. */
export function logged(level: 'info' | 'error' = 'error') {
  const lines: Record<string, unknown>[] = []
  const write = vi.spyOn(output, 'write').mockImplementation((line) => void lines.push(JSON.parse(line)))
  const before = log.level
  log.level = level
  onTestFinished(() => {
    write.mockRestore()
    log.level = before
  })
  return lines
}
