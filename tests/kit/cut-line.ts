import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to a local `port`. `cut` breaks every connection mid-transfer. `lead` routes new connections to another port.
 * `hold` keeps all connections open and blocks all data until `release`.
 */
export async function cuttableLine(port: number) {
  const sockets = new Set<Socket>()
  let target = port
  let isHeld = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    return socket
  }
  const server = createServer((near) => {
    const far = keep(connect(target, '127.0.0.1'))
    keep(near).pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isHeld) near.pause()
  }).listen(0)
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    lead: (next: number) => {
      target = next
    },
    hold: () => {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release: () => {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
