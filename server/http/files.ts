import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { Db } from '#server/core/db.ts'
import type { Settings } from '#server/core/settings.ts'
import { FILE_NAME } from '#server/domain/stored-files.ts'

/** What goes with what a player sent: it is shown, kept by nobody, and runs nothing. A browser fits a picture to its window by styles of its own. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
}
/** A film is shown by a page that loads it. */
const FILM = { 'Content-Security-Policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox" }
/** What is neither picture nor film is stored, not shown. */
const STORED = { 'Content-Disposition': 'attachment' }

const moreHeaders = (type: string) => {
  if (type.startsWith('video/')) return FILM
  return type.startsWith('image/') ? {} : STORED
}

/** The bytes that a Range header asks for, both ends included; null when it asks for all, or in a way that need not be understood. */
function rangeIn(header: string | undefined, size: number): [number, number] | 'none' | null {
  const [whole, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!whole || first + last === '') return null
  const [from, to] = first === '' ? [Math.max(0, size - Number(last)), size - 1] : [Number(first), Number(last || size)]
  if (first !== '' && last !== '' && to < from) return null
  return from < size && !(first === '' && Number(last) === 0) ? [from, Math.min(to, size - 1)] : 'none'
}

/** Sends a file, or the one range of it that is asked for. Source: RFC 9110 §14. */
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

type Parts = {
  open: () => Db | null
  settings: Settings
  typeOf: (db: Db, file: string) => Promise<string | undefined>
}

/** Files that players sent, by the names that rows hold and no others; `typeOf` finds the media type in its row. */
export function keptFiles({ open, settings, typeOf }: Parts): Hono {
  const app = new Hono()
  app.get('/:file', async (c) => {
    const file = c.req.param('file')
    const db = open()
    const type = db && FILE_NAME.test(file) ? await typeOf(db, file) : undefined
    const place = join(settings.uploads, file)
    return type !== undefined && existsSync(place) ? send(c, place, type) : c.notFound()
  })
  app.all('*', (c) => c.notFound())
  return app
}
