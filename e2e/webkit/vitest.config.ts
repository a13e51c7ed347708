import { defineConfig } from 'vitest/config'
import site from '../../vite.config.ts'
import { webkit } from './provider.ts'

/** Runs the paths of all flows in WebKitGTK. Needs Debian's webkit2gtk-driver, xvfb and xauth. */
export default defineConfig({
  ...site,
  root: new URL('../..', import.meta.url).pathname,
  optimizeDeps: { entries: ['src/main.tsx', 'tests/**/*.test.tsx', 'tests/kit/setup.ts'] },
  test: {
    name: 'webkit',
    include: ['tests/flows/paths.test.tsx'],
    globalSetup: 'tests/kit/temp-run.ts',
    setupFiles: ['tests/kit/known-site.ts', 'tests/kit/setup.ts', 'e2e/webkit/user.ts'],
    hookTimeout: 60_000,
    testTimeout: 60_000,
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: webkit(),
      instances: [{ browser: 'webkit' }],
    },
  },
})
