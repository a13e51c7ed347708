import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'

/** The site as `npm run dev` has it, at WEB_PORT, and the server behind it, in one process; it heeds no change of a file. */
await import('../../server/main.ts')
const vite = await createServer({
  cacheDir: mkdtempSync(join(tmpdir(), 'krapao-vite-')),
  // all at once: what is found later has the page loaded again
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', 'tests/drivers/*.tsx', 'e2e/paths/page.ts'] },
  server: { port: Number(process.env.WEB_PORT), strictPort: true, hmr: false, watch: null },
})
await vite.listen()
process.on('SIGTERM', () => void vite.close())
