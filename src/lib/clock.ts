/** How far this browser's clock is behind the server's, in ms, from the reply that came back fastest. */
let behind = 0
let best = Number.POSITIVE_INFINITY

/** Learns the server's time from a reply's `Date` header. `sent` and `received`: epoch ms of this browser. */
export function learnTime(date: string | null, sent: number, received: number) {
  const server = Date.parse(date ?? '')
  const delay = received - sent
  if (Number.isNaN(server) || delay < 0 || delay > best) return
  best = delay
  behind = server + 500 - (sent + received) / 2 // the header has whole seconds: half a second is its middle
}

/** The server's time, epoch ms, to about half a second. */
export const serverNow = (): number => Date.now() + Math.round(behind)
