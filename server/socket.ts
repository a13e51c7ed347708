import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import * as v from 'valibot'
import type { Db } from './db.ts'
import { SECURITY_HEADERS } from './headers.ts'
import { memberOf } from './session.ts'

const Handshake = v.object({ token: v.pipe(v.string(), v.maxLength(200)) })

type Parts = { open: () => Db | null; now: () => number; webOrigin: string | undefined }

/** The socket of the server: only a signed-in member gets in, by `auth.token`. */
export function attachSocket(http: HttpServer, { open, now, webOrigin }: Parts): Server {
  const io = new Server(http, { serveClient: false, ...(webOrigin && { cors: { origin: webOrigin } }) })
  io.engine.on('headers', (headers) => Object.assign(headers, SECURITY_HEADERS))
  io.use(async (socket, next) => {
    const auth = v.safeParse(Handshake, socket.handshake.auth)
    const db = open()
    const owner = auth.success && db ? await memberOf(db, auth.output.token, now()).catch(() => null) : null
    next(owner === null ? new Error('invalid-token') : undefined)
  })
  return io
}
