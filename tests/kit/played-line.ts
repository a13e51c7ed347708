import type { Hear } from '#src/api/chat-socket.ts'

/**
 * The chat socket, simulated by the test in place of src/api/chat-socket.ts: its listeners, and the calls it received.
 */
export const line: { hear: Hear | null; joins: string[]; enters: string[]; connects: number } = {
  hear: null,
  joins: [],
  enters: [],
  connects: 0,
}

/** Replaces the function of the same name in src/api/chat-socket.ts, so the signatures must match. */
export function openLine(hear: Hear) {
  Object.assign(line, { hear, joins: [], enters: [], connects: 0 })
  return {
    connect: () => void line.connects++,
    join: (room: string) => void line.joins.push(room),
    enter: (room: string) => void line.enters.push(room),
    close: () => {},
  }
}
