import { createServer } from 'vite'

/**
 * Serves the site like `npm run dev` for a tool that displays pages, but ignores file changes. With `port` 0, Vite
 * picks a free port.
 *
 * `entries` must cover everything that the pages load, because Vite reloads a page when it discovers a dependency
 * later. Each server needs its own `cacheDir`.
 */
export async function serveSite(port: number, entries: string[], cacheDir: string) {
  const vite = await createServer({
    cacheDir,
    logLevel: 'warn',
    optimizeDeps: { entries },
    server: { port, strictPort: port > 0, hmr: false, watch: null },
  })
  await vite.listen()
  const [site] = vite.resolvedUrls?.local ?? []
  if (!site) throw new Error('the dev server has no address')
  return { site, close: () => vite.close() }
}
