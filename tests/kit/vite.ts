import { createServer } from 'vite'

/**
 * The site as `npm run dev` serves it, for a tool that shows pages: at `port`, 0 for any free one; ignores file
 * changes. `entries` are all that its pages load: Vite reloads a page for anything it finds later. `cacheDir` is its
 * own.
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
