/** The product at a port of its own, for Playwright to start, with a database of its own. */
export const server = (port: number, program = 'server/main.ts', env: Record<string, string> = {}) => ({
  command: `exec node e2e/serve.ts ${program}`,
  cwd: new URL('..', import.meta.url).pathname,
  url: `http://localhost:${port}/api/health`,
  // Slips are taken at any hour at which the tests run.
  env: { PORT: String(port), SLIP_OPEN: '00:00', SLIP_CLOSE: '00:00', ...env },
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  timeout: 120_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
})
