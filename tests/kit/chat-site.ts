import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { io as connect, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { Conversation, JoinReply } from '#contract/chat.ts'
import { attachSocket, hangUpAt, pushTo } from '#server/http/socket.ts'
import type { Backend } from './server.ts'

/** A customer's raw socket, the messages it has received, and a function that joins a room. */
export type Line = {
  socket: Socket
  heard: Conversation[]
  join: (room: unknown) => Promise<JoinReply>
  /** Waits until the socket has received `count` messages in total. */
  hears: (count: number) => Promise<Conversation[]>
}

/**
 * Serves a backend with its socket on its own port until the test ends. The socket checks every `recheck` ms who is
 * still signed in.
 */
export async function openSite(backend: Backend, { recheck }: { recheck?: number } = {}) {
  const server = createAdaptorServer({ fetch: backend.app.fetch, overrideGlobalObjects: false }) as HttpServer
  const { now, settings, db } = backend
  const io = attachSocket(server, { open: () => db, now, settings, ...(recheck && { recheck }) })
  backend.listeners.push(pushTo(io))
  backend.hangUps.push(hangUpAt(io))
  server.listen(0)
  await once(server, 'listening')
  onTestFinished(async () => {
    await io.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Connects a socket. Rejects with the reason if that fails. */
  async function line(auth: object, headers: Record<string, string> = {}): Promise<Line> {
    const socket = connect(url, { transports: ['websocket'], auth, forceNew: true, extraHeaders: headers })
    onTestFinished(() => {
      socket.close()
    })
    const heard: Conversation[] = []
    socket.on('messaging', (said: Conversation) => heard.push(said))
    await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed))
    const hears = async (count: number) => {
      while (heard.length < count) await new Promise((done) => socket.once('messaging', done))
      return heard
    }
    return { socket, heard, hears, join: (room) => socket.emitWithAck('join', room) }
  }
  return { url, io, line }
}
