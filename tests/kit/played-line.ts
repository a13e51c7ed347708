import type { Hear } from '#src/api/chat-socket.ts'

/**
 * The socket of the chat as a test plays it, replacing src/api/chat-socket.ts: its received events, and its
 * listeners.
 */
export const line: { hear: Hear | null; joins: string[]; enters: string[]; connects: number } = {
  hear: null,
  joins: [],
  enters: [],
  connects: 0,
}

/** Same signature as in src/api/chat-socket.ts. */
export function openLine(hear: Hear) {
  Object.assign(line, { hear, joins: [], enters: [], connects: 0 })
  return {
    connect: () => void line.connects++,
    join: (room: string) => void line.joins.push(room),
    enter: (room: string) => void line.enters.push(room),
    close: () => {},
  }
}
