import { mkdirSync, writeFileSync } from 'node:fs'
import { APP } from '#src/inspect/protocol.ts'
import type { Message } from '#src/inspect/receiver/world.ts'

/** The folder of logs for the inspector. */
const LOGS = 'test-results/inspector'

/** Returns the log entry for the step `number` of a story: an event of the app at the time `now`, ms since the epoch. */
export const stepEntry = (number: number, words: string, now: number): Message => ({
  type: '@xstate.event',
  sessionId: APP,
  createdAt: String(now),
  event: { type: `${number}. ${words}` },
})

/** Saves a log for the inspector as `name`.json, and prints where it is and how to open it. */
export function saveLog(name: string, log: readonly Message[]) {
  const file = `${LOGS}/${name}.json`
  mkdirSync(LOGS, { recursive: true })
  writeFileSync(file, `${JSON.stringify(log, null, 1)}\n`)
  console.log(`saved: ${file}\nTo play it: npm run dev, open its address with /inspect.html, and choose "Open log"`)
}
