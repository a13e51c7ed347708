/** How far this browser's clock is behind the server's, in ms, and how far off that may be. */
let behind = 0
let doubt = Number.POSITIVE_INFINITY

/** Learns the server's time from a reply's `Date` header. `sent` and `received`: epoch ms of this browser. */
export function learnTime(date: string | null, sent: number, received: number) {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || received < sent) return
  // the header has whole seconds: half a second is its middle, and half a second it may be off
  const found = server + 500 - (sent + received) / 2
  const maybeOff = (received - sent) / 2 + 500
  // the surest reading stays, unless this browser's clock was set meanwhile
  if (maybeOff > doubt && Math.abs(found - behind) <= maybeOff + doubt) return
  behind = found
  doubt = maybeOff
}

/** The server's time, epoch ms, to about half a second. */
export const serverNow = (): number => Date.now() + Math.round(behind)
