import { io } from 'socket.io-client'

/** Credentials for a connection: a member's token, or a guest's id. */
export type SocketAuth = { token: string } | { guestId: string }
/** A connection to the chat, and the messages received on it so far. */
export type Line = {
  readonly heard: readonly unknown[]
  /**
   * Joins a room. Returns the acknowledgement, or null if there is none within `time` ms. A plain backend does not send
   * one.
   */
  join: (room: string, time: number) => Promise<unknown>
  close: () => void
}
/** Opens a connection. Rejects if the backend does not accept it. */
export type Connect = (auth: SocketAuth) => Promise<Line>

const CONNECT_TIME = 10_000

/** Connects to the socket.io server at an address, over WebSocket only, as the client does. */
export const connectTo =
  (url: string): Connect =>
  async (auth) => {
    const socket = io(new URL(url).origin, {
      transports: ['websocket'],
      auth,
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_TIME,
    })
    const heard: unknown[] = []
    socket.on('messaging', (message: unknown) => heard.push(message))
    await new Promise<void>((done, failed) => {
      socket.once('connect', done)
      socket.once('connect_error', failed)
    })
    return {
      heard,
      join: (room, time) =>
        socket
          .timeout(time)
          .emitWithAck('join', room)
          .catch(() => null),
      close: () => socket.close(),
    }
  }
