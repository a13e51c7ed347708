import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromium } from './tests/kit/chromium.ts'

/** Puts the icon set into the page, so that no icon comes in after the text beside it. */
const icons: Plugin = {
  name: 'icons',
  transformIndexHtml: (html) =>
    html.replace('<div id="root">', `${readFileSync('src/theme/icons.svg', 'utf8').trim()}\n    <div id="root">`),
}

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }), react(), icons],
  server: { proxy: { '/api': api, '/sandbox': api, '/socket.io': { target: api, ws: true } } },
  build: { manifest: true, assetsInlineLimit: 0, target: 'es2022' },
  test: {
    projects: [
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.ts'], exclude: ['tests/**/*.wire.test.ts'] } },
      // One worker and one module graph, so that all wire tests share one database.
      { extends: true, test: { name: 'wire', include: ['tests/**/*.wire.test.ts'], isolate: false, maxWorkers: 1 } },
      {
        extends: true,
        optimizeDeps: { entries: ['src/main.tsx', 'tests/**/*.test.tsx', 'tests/kit/setup.ts'] },
        test: {
          name: 'browser',
          include: ['tests/**/*.test.tsx'],
          setupFiles: 'tests/kit/setup.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
