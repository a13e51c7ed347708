import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from './db.ts'
import { slips } from './schema.ts'
import type { Settings } from './settings.ts'
import { FILE_NAME } from './upload.ts'

/** Where pictures of slips are: outside the API, as a browser opens them without a token. */
export const PICTURES = '/slips'

/** The address of a picture; who knows it may see it. */
export const pictureUrl = ({ apiOrigin }: Settings, file: string) => `${apiOrigin}${PICTURES}/${file}`

/** What goes with what a player sent: it is shown, kept by nobody, and runs nothing. A browser fits a picture to its window by styles of its own. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Cache-Control': 'private, no-store',
}

/** The pictures of slips, by the names their rows hold and no others. Source: R136, R361. */
export function pictures({ open, settings }: { open: () => Db | null; settings: Settings }): Hono {
  const app = new Hono()
  app.get('/:file', async (c) => {
    const file = c.req.param('file')
    const db = open()
    if (!db || !FILE_NAME.test(file)) return c.notFound()
    const [slip] = await db.select({ type: slips.type }).from(slips).where(eq(slips.file, file))
    if (!slip) return c.notFound()
    const place = join(settings.uploads, file)
    if (!existsSync(place)) return c.notFound()
    const picture = await openAsBlob(place)
    return c.body(picture.stream(), 200, { ...HEADERS, 'Content-Type': slip.type, 'Content-Length': `${picture.size}` })
  })
  app.all('*', (c) => c.notFound())
  return app
}
