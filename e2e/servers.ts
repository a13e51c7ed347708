import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The product at a port of its own, for Playwright to start, with a database of its own. */
export const server = (port: number, command = 'node server/main.ts', env: Record<string, string> = {}) => ({
  command,
  cwd: new URL('..', import.meta.url).pathname,
  url: `http://localhost:${port}/api/health`,
  // Slips are taken at any hour at which the tests run.
  env: {
    PORT: String(port),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'krapao-e2e-')),
    SLIP_OPEN: '00:00',
    SLIP_CLOSE: '00:00',
    ...env,
  },
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  // one of them builds first
  timeout: 120_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
})
