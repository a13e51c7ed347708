/**
 * How far this browser's clock is behind the server's, and the maximum error of that value, both in ms. The whole page
 * shares one value, which every reply can improve.
 */
let behind = 0
let doubt = Number.POSITIVE_INFINITY

/**
 * Estimates the server's time from the `Date` header of a reply. `sent` and `received` are times of this browser, in
 * epoch ms.
 */
export function learnTime(date: string | null, sent: number, received: number) {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || received < sent) return
  // the header has whole seconds only, so the middle of the second is the best estimate, with an error of half a second
  const found = server + 500 - (sent + received) / 2
  const maybeOff = (received - sent) / 2 + 500
  // keep the most precise estimate, unless this browser's clock has been changed since
  if (maybeOff > doubt && Math.abs(found - behind) <= maybeOff + doubt) return
  behind = found
  doubt = maybeOff
}

/** Returns the server's time in epoch ms, accurate to about half a second. */
export const serverNow = (): number => Date.now() + Math.round(behind)
