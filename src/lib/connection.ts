/** The time between two checks while the browser is offline, in ms. */
const CHECK_TIME = 5_000

/**
 * Returns false if the browser reports being offline and the site cannot be reached. The browser's report alone is not
 * enough: on some private networks it reports being offline although the site can be reached.
 */
async function isConnected(): Promise<boolean> {
  if (navigator.onLine) return true
  return fetch('/index.html', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/**
 * Calls `onCheck` immediately, whenever the connection changes, and repeatedly while offline. Returns a function that
 * stops the checks.
 */
export function watchConnection(onCheck: (isOnline: boolean) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout>
  async function check() {
    clearTimeout(timer)
    const isOnline = await isConnected()
    if (signal.aborted) return
    onCheck(isOnline)
    if (!isOnline) timer = setTimeout(check, CHECK_TIME)
  }
  for (const event of ['online', 'offline']) window.addEventListener(event, check, { signal })
  void check()
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
