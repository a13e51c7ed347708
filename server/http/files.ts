import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { isSigned } from '#server/domain/file-address.ts'
import { FILE_NAME } from '#server/domain/stored-files.ts'

/**
 * The headers of players' files. Browsers may display such a file, but nothing may cache it, and it cannot run scripts.
 * Inline styles are allowed, because browsers use them to fit an image into the window.
 */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
}
/** The extra header for videos. It lets the viewer page that browsers generate load the video. */
const FILM = { 'Content-Security-Policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox" }
/** The extra header for all other files. It makes browsers download them instead of displaying them. */
const STORED = { 'Content-Disposition': 'attachment' }

const moreHeaders = (type: string) => {
  if (type.startsWith('video/')) return FILM
  return type.startsWith('image/') ? {} : STORED
}

/**
 * Returns the first and the last byte requested in a Range header, both inclusive. Returns 'none' if the file has no
 * such bytes. Returns null if the whole file is to be sent, because the header is missing or has an unsupported form.
 */
function rangeIn(header: string | undefined, size: number): [number, number] | 'none' | null {
  const [whole, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!whole || first + last === '') return null
  const [from, to] = first === '' ? [Math.max(0, size - Number(last)), size - 1] : [Number(first), Number(last || size)]
  if (first !== '' && last !== '' && to < from) return null
  return from < size && !(first === '' && Number(last) === 0) ? [from, Math.min(to, size - 1)] : 'none'
}

/** Sends a file, or only the requested range of it. Source: RFC 9110 §14. */
async function send(c: Context, place: string, type: string) {
  const file = await openAsBlob(place)
  const headers = { ...HEADERS, ...moreHeaders(type), 'Content-Type': type }
  const range = rangeIn(c.req.header('Range'), file.size)
  if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` })
  if (!range) return c.body(file.stream(), 200, { ...headers, 'Content-Length': `${file.size}` })
  const [from, to] = range
  return c.body(file.slice(from, to + 1).stream(), 206, {
    ...headers,
    'Content-Length': `${to + 1 - from}`,
    'Content-Range': `bytes ${from}-${to}/${file.size}`,
  })
}

type Parts = Pick<Base, 'settings' | 'siteKey' | 'now'> & {
  open: () => Db | null
  typeOf: (db: Db, file: string) => Promise<string | undefined>
}

/**
 * Serves players' files. The address must be signed, and a database row must refer to the file. `typeOf` reads the
 * media type of the file from that row.
 */
export function keptFiles({ open, settings, siteKey, now, typeOf }: Parts): Hono {
  const app = new Hono()
  app.get('/:file', async (c) => {
    const file = c.req.param('file')
    const db = open()
    const isOpen = db && FILE_NAME.test(file) && isSigned(c.req.path, c.req.query(), await siteKey(db, 'files'), now())
    const type = isOpen ? await typeOf(db, file) : undefined
    const place = join(settings.uploads, file)
    return type !== undefined && existsSync(place) ? send(c, place, type) : c.notFound()
  })
  app.all('*', (c) => c.notFound())
  return app
}
