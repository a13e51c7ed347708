/** The phone system of this browser; null on anything else. An iPad says that it is a Mac, but has fingers. */
export function platform(): 'android' | 'ios' | null {
  const { userAgent, maxTouchPoints } = navigator
  if (/Android/.test(userAgent)) return 'android'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'ios' : null
}
