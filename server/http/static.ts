import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { ROOT } from '../core/root.ts'

const DIST = join(ROOT, 'dist')
const NOT_BUILT =
  'The browser part is not built: run `npm start`, or `npx vite build`, first. With `npm run dev` open the address that it names.'
const NOT_PAGES = /^\/(api|assets|sandbox|socket\.io)(\/|$)/

/** The built browser part: files of `dist`, and its one page for every navigation that asks for no file. */
export function staticFiles(dist = DIST) {
  const app = new Hono()
  // What the build says of itself is nobody's business.
  app.get('/.vite/*', (c) => c.notFound())
  app.use(compress())
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  app.use(etag())
  app.use(async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', 'no-cache')
  })
  // The page itself is left to the fallback.
  if (existsSync(dist))
    app.use(
      serveStatic({
        root: dist,
        index: 'no-index',
        // captions: the library does not know them
        onFound: (path, c) => {
          if (extname(path) === '.vtt') c.header('Content-Type', 'text/vtt; charset=utf-8')
        },
      }),
    )
  app.get('*', async (c, next) => {
    const isNavigation = c.req.header('Sec-Fetch-Mode') === 'navigate' || c.req.header('Accept')?.includes('text/html')
    if (!isNavigation || extname(c.req.path) || NOT_PAGES.test(c.req.path)) return next()
    const page = await readFile(join(dist, 'index.html'), 'utf8').catch(() => null)
    return page === null ? c.text(NOT_BUILT, 503) : c.html(page)
  })
  return app
}
