import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, expect, it, test } from 'vitest'
import { compressFiles } from '#server/compress.ts'
import { inlineHashes, staticFiles } from '#server/http/static.ts'
import { tempFolder } from '#tests/kit/temp.ts'

const SCRIPT = '0;'.repeat(1000)
const PAGE = `<!doctype html>${'<p>krapao</p>'.repeat(100)}`
const RENDERED = (name: string) => `<!doctype html>${`<p>${name}</p>`.repeat(100)}`
const MARK = '<svg/>'
const FILM = 'film'.repeat(1000)
const CAPTIONS = 'WEBVTT\n'

const dist = tempFolder('static')
/** A folder outside the served one, with a file that no URL may reach. */
const outside = tempFolder('outside')
const SECRET = '[remote "origin"]'
let app: ReturnType<typeof staticFiles>
beforeAll(() => {
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(outside, '.git'))
  writeFileSync(join(outside, '.git/config'), SECRET)
  const files = {
    'sw.js': 'on()',
    'sw-off.js': 'off()',
    'assets/a1.js': SCRIPT,
    'index.html': PAGE,
    'mark.svg': MARK,
    'a.mp4': FILM,
    'a.vtt': CAPTIONS,
  }
  for (const name of ['login', 'register'].flatMap((page) => [page, `${page}.th`, `${page}.la`, `${page}.en`]))
    writeFileSync(join(dist, `${name}.html`), RENDERED(name))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dist, path), text)
  compressFiles(dist)
  app = staticFiles(dist)
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers })
const DECODE = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }

/** Returns the decompressed body of a response. */
async function textOf(response: Response): Promise<string> {
  const encoding = response.headers.get('Content-Encoding') as keyof typeof DECODE | null
  const body = Buffer.from(await response.arrayBuffer())
  return (encoding ? DECODE[encoding](body) : body).toString()
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8, zstd;q=0.1', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['gzip;q=0.1, identity;q=0', 'gzip'],
  ['br;q=0.1, identity;q=0.5', null],
  ['identity;q=1, *;q=0', null],
  ['deflate', null],
  ['', null],
])('the server answers "Accept-Encoding: %s" with the encoding %s', async (accepted, encoding) => {
  const script = await get('/assets/a1.js', { 'Accept-Encoding': accepted })
  expect(script.headers.get('Content-Encoding')).toBe(encoding)
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('Vary')).toBe('Accept-Encoding')
  expect(await textOf(script)).toBe(SCRIPT)
})

it('the server sends the page compressed for every navigation', async () => {
  const page = await get('/user/home', { Accept: 'text/html', 'Accept-Encoding': 'br' })
  expect(page.headers.get('Content-Encoding')).toBe('br')
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await textOf(page)).toBe(PAGE)
})

it('the server sends small files and videos uncompressed', async () => {
  const mark = await get('/mark.svg', { 'Accept-Encoding': 'br' })
  expect(mark.headers.get('Content-Encoding')).toBeNull()
  expect(mark.headers.get('Vary')).toBe('Accept-Encoding')
  expect(await mark.text()).toBe(MARK)
  const film = await get('/a.mp4', { 'Accept-Encoding': 'br' })
  expect(film.headers.get('Content-Encoding')).toBeNull()
  expect(film.headers.get('Vary')).toBeNull()
})

it('the server sends captions as text/vtt', async () => {
  expect((await get('/a.vtt')).headers.get('Content-Type')).toBe('text/vtt; charset=utf-8')
})

it.each([
  ['/index.html', 'text/html; charset=utf-8'],
  ['/assets/a1.js', 'text/javascript; charset=utf-8'],
  ['/mark.svg', 'image/svg+xml; charset=utf-8'],
])('the server declares the character set of %s', async (path, type) => {
  expect((await get(path)).headers.get('Content-Type')).toBe(type)
})

it.each(['/../', '/..%2f', '/%2e%2e/', '/%2e%2e%2f', '/assets/..%2f..%2f', '/..%5c', '//'])(
  'the server sends no file outside its folder for a path that starts with %s',
  async (way) => {
    const address = `${way}${basename(outside)}/.git/config`
    const found = await get(address, { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' })
    expect(await found.text()).not.toContain(SECRET)
  },
)

it('assets are cached for a year, and other files are revalidated', async () => {
  expect((await get('/assets/a1.js')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/mark.svg')).headers.get('Cache-Control')).toBe('no-cache')
})

it('the server answers 304 only to the ETag of the same encoding', async () => {
  const etagOf = async (encoding: string) =>
    (await get('/assets/a1.js', { 'Accept-Encoding': encoding })).headers.get('ETag') ?? ''
  const etag = await etagOf('br')
  expect(etag).not.toBe(await etagOf('gzip'))
  const again = (encoding: string) => get('/assets/a1.js', { 'Accept-Encoding': encoding, 'If-None-Match': etag })
  const same = await again('br')
  expect(same.status).toBe(304)
  expect(same.headers.get('Vary')).toBe('Accept-Encoding')
  expect((await again('gzip')).status).toBe(200)
})

it('the server answers HEAD with the headers of GET and no body', async () => {
  const head = await get('/assets/a1.js', { 'Accept-Encoding': 'br' }, 'HEAD')
  const whole = await get('/assets/a1.js', { 'Accept-Encoding': 'br' })
  for (const name of ['Content-Encoding', 'Content-Length', 'Content-Type', 'Cache-Control', 'Vary'])
    expect(head.headers.get(name), name).toBe(whole.headers.get(name))
  expect(await head.text()).toBe('')
})

it('the server sends only the requested byte range of a video', async () => {
  const part = await get('/a.mp4', { Range: 'bytes=4-9', 'Accept-Encoding': 'identity;q=1, *;q=0' })
  expect(part.status).toBe(206)
  expect(part.headers.get('Content-Range')).toBe('bytes 4-9/4000')
  expect(await part.text()).toBe('filmfi')
})

it.each([
  ['/login', 'lang=LA', 'login.la'],
  ['/login', 'other=1; lang=EN', 'login.en'],
  ['/', 'lang=TH', 'login.th'],
  ['/register', 'lang=LA', 'register.la'],
  ['/register', '__Secure-lang=EN', 'register.en'],
  ['/register', 'lang=LA; __Secure-lang=EN', 'register.en'],
  ['/register', '', 'register'],
  ['/', '', 'login'],
  ['/login', 'lang=../index', 'login'],
  ['/login', 'lang=FR', 'login'],
])('a request for %s with the cookie "%s" receives the page %s (R14, R15)', async (path, cookie, name) => {
  const page = await get(path, { Accept: 'text/html', 'Accept-Encoding': 'br', Cookie: cookie })
  expect(await textOf(page)).toBe(RENDERED(name))
  expect(page.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
})

it('the server ignores the language cookie for pages that are not prerendered', async () => {
  const page = await get('/user/home', { Accept: 'text/html', Cookie: 'lang=LA' })
  expect(await textOf(page)).toBe(PAGE)
  expect(page.headers.get('Vary')).toBe('Accept-Encoding')
})

it('the hashes of inline scripts and styles come from the build, and there are none without a build', () => {
  expect(inlineHashes(dist)).toEqual({ script: [], style: [] })
  const hashes = { script: ["'sha256-a'"], style: ["'sha256-b'"] }
  mkdirSync(join(dist, '.vite'))
  writeFileSync(join(dist, '.vite/inline.json'), JSON.stringify(hashes))
  expect(inlineHashes(dist)).toEqual(hashes)
  expect(inlineHashes()).toEqual({ script: [], style: [] })
})

it.each([
  ['on()', true],
  ['off()', false],
])('the server sends %s as /sw.js if the service worker setting is %s (D-59)', async (script, hasWorker) => {
  const worker = await staticFiles(dist, hasWorker).request('/sw.js')
  expect(worker.headers.get('Cache-Control')).toBe('no-cache')
  expect(await worker.text()).toBe(script)
})
