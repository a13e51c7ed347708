import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as TEXT } from 'hono/utils/compress'
import { LANGUAGES } from '#contract/language.ts'
import { languageIn } from './language.ts'

const NOT_BUILT =
  'The browser part is not built: run `npm start`, or `npx node server/build.ts`, first. With `npm run dev` open the address that it names.'
const NOT_PAGES = /^\/(api|assets|sandbox|socket\.io)(\/|$)/

/** The encodings in which the build stores its files, ordered by file size, smallest first. */
const ENCODINGS = ['br', 'zstd', 'gzip', 'identity']

/**
 * Returns the encoding to which the client gives the highest weight. If weights are equal, prefers the encoding with
 * the smallest files.
 */
const bestEncoding = (c: Context) =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ENCODINGS,
    default: 'identity',
    match: (accepted, { supports, default: none }) => {
      const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
      // `identity` is acceptable unless the client refuses it, but it ranks below every encoding that the client lists.
      const weight = (name: string) => weightOf(name) ?? weightOf('*') ?? (name === none ? Number.MIN_VALUE : 0)
      const [best = none] = supports.filter(weight).sort((a, b) => weight(b) - weight(a))
      return best
    },
  })

const isPage = ({ req }: Context) =>
  (req.header('Sec-Fetch-Mode') === 'navigate' || req.header('Accept')?.includes('text/html')) &&
  !extname(req.path) &&
  !NOT_PAGES.test(req.path)

/** Returns the name of a prerendered page, as it appears in the names of its files. */
const nameOf = ({ req }: Context) => (req.path === '/' ? 'login' : req.path.slice(1))

/**
 * Returns the hashes of the inline script and styles in the prerendered pages, for the Content-Security-Policy header.
 */
export function inlineHashes(dist = ''): { script: string[]; style: string[] } {
  const place = join(dist, '.vite/inline.json')
  return dist && existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : { script: [], style: [] }
}

/**
 * Serves the client build: the files in `dist`, the prerendered pages, and `index.html` for any other page. If
 * `hasWorker` is false, `/sw.js` is a service worker that removes itself.
 */
export function staticFiles(dist: string, hasWorker = true) {
  const app = new Hono()
  /** The names of the prerendered pages, whose files are `<name>.<language>.html`. */
  const doors = new Set(globSync('*.th.html', { cwd: dist }).map((file) => file.split('.')[0]))
  const isDoor = (c: Context) => doors.has(nameOf(c))
  /**
   * Returns the file for a page, in the language of the browser's cookie, or else in the build's language. Source: R14,
   * R15.
   */
  const fileOf = (c: Context) => {
    if (!isDoor(c)) return 'index.html'
    const language = LANGUAGES.find((each) => each.toUpperCase() === languageIn(c))
    return language ? `${nameOf(c)}.${language}.html` : `${nameOf(c)}.html`
  }
  // The metadata of the build is not public.
  app.get('/.vite/*', (c) => c.notFound())
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  app.use(etag())
  app.use(async (c, next) => {
    // The library reads only the names of the encodings and ignores their weights.
    const headers = new Headers(c.req.raw.headers)
    headers.set('Accept-Encoding', bestEncoding(c))
    c.req.raw = new Request(c.req.raw, { headers })
    await next()
    if (!c.res.ok) return
    c.header('Cache-Control', 'no-cache')
    // The library has no media type for captions.
    if (extname(c.req.path) === '.vtt') c.header('Content-Type', 'text/vtt; charset=utf-8')
    if (TEXT.test(c.res.headers.get('Content-Type') ?? ''))
      c.header('Vary', isDoor(c) ? 'Accept-Encoding, Cookie' : 'Accept-Encoding')
  })
  const files = { root: dist, precompressed: true }
  const isBuilt = existsSync(dist)
  if (!hasWorker) app.get('/sw.js', serveStatic({ ...files, path: 'sw-off.js' }))
  // Requests for pages are left to the fallback below.
  if (isBuilt) app.use(serveStatic({ ...files, index: 'no-index' }))
  const page: MiddlewareHandler = isBuilt
    ? (c, next) => serveStatic({ ...files, path: fileOf(c) })(c, next)
    : async (c) => c.text(NOT_BUILT, 503)
  // A prerendered page is also sent to clients that do not request HTML, such as probes.
  app.get('*', (c, next) => (isDoor(c) || isPage(c) ? page(c, next) : next()))
  return app
}
