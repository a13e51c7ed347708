import { currentLanguage } from './language.ts'

/** The address of the service worker. */
const WORKER = '/sw.js'
/** The time between two checks for a new version while a page stays open, in ms. */
const CHECK_TIME = 60 * 60_000
/** How long to wait for a new version to take over, in ms. */
const CHANGE_TIME = 3_000

type Policy = { createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }
const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** The only Trusted Types policy for script addresses. It accepts only the service worker's address. */
const policy = trustedTypes?.createPolicy('worker', {
  createScriptURL(url) {
    if (url === WORKER) return url
    throw new TypeError(`${url} is not the service worker`)
  },
})

/**
 * Registers the service worker and returns the registration, or undefined if the browser does not support or refuses
 * service workers.
 */
const register = () =>
  navigator.serviceWorker?.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined)

/**
 * Starts the service worker and calls `onFound` when a new version is waiting or has taken over in another tab. Returns
 * a function that stops watching.
 */
export function watchVersions(onFound: () => void): () => void {
  const { serviceWorker } = navigator
  const stop = new AbortController()
  const { signal } = stop
  const hadWorker = serviceWorker?.controller
  let checkedAt = Date.now()
  async function start() {
    const found = await register()
    if (!found || signal.aborted) return
    // without an active version, the waiting one is the very first and not an update
    const look = () => found.waiting && found.active && onFound()
    look()
    const follow = () => found.installing?.addEventListener('statechange', look, { signal })
    follow()
    found.addEventListener('updatefound', follow, { signal })
    // another tab has switched to a new version, which now controls this tab, too
    if (hadWorker) serviceWorker.addEventListener('controllerchange', onFound, { signal })
    document.addEventListener('visibilitychange', () => check(found), { signal })
    const { active } = await serviceWorker.ready
    active?.postMessage(currentLanguage())
  }
  function check(found: ServiceWorkerRegistration) {
    if (document.hidden || Date.now() - checkedAt < CHECK_TIME) return
    checkedAt = Date.now()
    found.update().catch(() => {}) // if this fails, the page checks again later
  }
  void start()
  return () => stop.abort()
}

/** Lets the waiting version take over. Resolves once it has taken over, but after {@link CHANGE_TIME} at the latest. */
export async function changeVersion() {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting) return
  const changed = new Promise((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    setTimeout(done, CHANGE_TIME)
  })
  waiting.postMessage('takeOver')
  await changed
}
