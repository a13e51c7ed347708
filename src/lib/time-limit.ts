/**
 * Returns a signal that aborts after `ms`, or when `other` aborts. `isOver` is true once the time has run out; `end`
 * stops the timer. Written by hand, because Chrome 111 and Safari 16.4 lack `AbortSignal.any`.
 */
export function timeLimit(ms: number, other?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  other?.addEventListener('abort', abort)
  if (other?.aborted) abort()
  const timer = setTimeout(() => {
    limit.isOver = true
    abort()
  }, ms)
  const end = () => {
    clearTimeout(timer)
    other?.removeEventListener('abort', abort)
  }
  const limit = { signal: controller.signal, isOver: false, end }
  return limit
}
