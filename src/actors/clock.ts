import { fromCallback } from 'xstate'
import { serverNow } from '#src/lib/clock.ts'

/**
 * Calls `listener` with the server's time: immediately, every second, and when the page is hidden or becomes visible
 * again. Returns a function that stops the calls.
 */
export function everySecond(listener: (now: number) => void) {
  const tick = () => listener(serverNow())
  const timer = setInterval(tick, 1000)
  const page = document
  page.addEventListener('visibilitychange', tick)
  tick()
  return () => {
    clearInterval(timer)
    page.removeEventListener('visibilitychange', tick)
  }
}

/** Sends the server's time whenever {@link everySecond} reports it. */
export const clock = fromCallback(({ sendBack }) => everySecond((now) => sendBack({ type: 'clock.tick', now })))
