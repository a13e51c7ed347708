import { defineConfig } from 'vitest/config'
import site, { inBrowser } from '../../vite.config.ts'
import { webkit } from './provider.ts'

const { optimizeDeps, test } = inBrowser({ name: 'webkit', include: ['tests/flows/paths.test.tsx'], isolate: false })

/** Runs the paths of all flows in WebKitGTK. Needs Debian's webkit2gtk-driver, xvfb and xauth. */
export default defineConfig({
  ...site,
  root: new URL('../..', import.meta.url).pathname,
  optimizeDeps,
  test: {
    ...test,
    globalSetup: 'tests/kit/temp-run.ts',
    setupFiles: [...test.setupFiles, 'e2e/webkit/user.ts'],
    browser: { ...test.browser, provider: webkit(), instances: [{ browser: 'webkit' }] },
  },
})
