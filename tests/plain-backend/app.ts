import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { accounts } from './accounts.ts'
import { Api } from './api.ts'
import { chat } from './chat.ts'
import type { Faults } from './faults.ts'
import { games } from './games.ts'
import { lookups } from './lookups.ts'
import { qr } from './qr.ts'
import { rewards } from './rewards.ts'
import { Site } from './site.ts'
import { spin } from './spin.ts'
import { statement } from './statement.ts'
import { wallet } from './wallet.ts'
import { world } from './world.ts'

/** Allows only the request headers that R300–R301 list. */
const CORS = cors({ origin: '*', allowHeaders: ['Authorization', 'Content-Type', 'X-Requested-With'] })

/**
 * A backend that implements R1–R554 and nothing more, with everything in memory. `lines`: the calls that it implements.
 */
export function plainBackend() {
  const site = new Site()
  const faults: Faults = new Map()
  const api = new Api(site, faults)
  for (const domain of [accounts, lookups, wallet, games, qr, statement, rewards, spin, chat]) domain(api, site)
  const app = new Hono()
    .use('/api/*', CORS)
    .route('/', world(site, faults))
    .get('/uploads/*', (c) => {
      const file = site.uploads.get(c.req.path)
      return file ? c.body(file.stream(), 200, { 'Content-Type': file.type }) : c.notFound()
    })
    .route('/', api.app)
  app.notFound((c) => c.json({ message: 'NO_DATA' }, 404))
  return { app, site, lines: api.lines }
}
