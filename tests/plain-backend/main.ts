import { existsSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Server } from 'socket.io'
import { plainBackend } from './app.ts'
import { chatSocket } from './chat.ts'

// Serves the built site and the plain backend on PORT.

const port = Number(process.env.PORT ?? 3000)
const dist = process.env.DIST_DIR ?? 'dist'
if (!existsSync(dist)) throw new Error(`${dist} is not built`)

const { app, site } = plainBackend()
const isPage = (path: string) => !/^\/(api|world|uploads|assets|socket\.io)(\/|$)/.test(path)
const index = serveStatic({ root: dist, path: 'index.html', precompressed: true })
app.get('*', serveStatic({ root: dist, precompressed: true }), (c, next) =>
  isPage(c.req.path) ? index(c, next) : next(),
)

const server = serve({ fetch: app.fetch, port }, () => process.stdout.write(`Ready: http://localhost:${port}\n`))
const io = new Server(server as HttpServer, { cors: { origin: '*' } })
chatSocket(io, site)
process.once('SIGTERM', () => {
  void io.close().then(() => process.exit())
})
