import { createServer } from 'vite'

/**
 * Serves the site like `npm run dev`, for a tool that shows pages: at `port` (0 for any free one), ignoring file
 * changes. `entries` must cover everything that the pages load: Vite reloads a page for anything it discovers later.
 * `cacheDir` must not be shared.
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
