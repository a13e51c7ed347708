/**
 * How far this browser's clock is behind the server's, and the maximum error of that value, in ms. One for the page,
 * because every reply can correct it.
 */
let behind = 0
let doubt = Number.POSITIVE_INFINITY

/** Learns the server's time from a reply's `Date` header. `sent` and `received`: epoch ms of this browser. */
export function learnTime(date: string | null, sent: number, received: number) {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || received < sent) return
  // the header has whole seconds: its middle is half a second later, with an error of half a second
  const found = server + 500 - (sent + received) / 2
  const maybeOff = (received - sent) / 2 + 500
  // keeps the most precise reading, unless this browser's clock was changed in the meantime
  if (maybeOff > doubt && Math.abs(found - behind) <= maybeOff + doubt) return
  behind = found
  doubt = maybeOff
}

/** The server's time, epoch ms, to about half a second. */
export const serverNow = (): number => Date.now() + Math.round(behind)
