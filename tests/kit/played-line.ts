import type { Hear } from '#src/api/chat-socket.ts'

/** The line of the chat as a test plays it, in place of src/api/chat-socket.ts: what it heard, and who hears. */
export const line: { hear: Hear | null; joins: string[]; connects: number } = { hear: null, joins: [], connects: 0 }

/** As of src/api/chat-socket.ts. */
export function openLine(hear: Hear) {
  Object.assign(line, { hear, joins: [], connects: 0 })
  return {
    connect: () => void line.connects++,
    join: (room: string) => void line.joins.push(room),
    close: () => {},
  }
}
