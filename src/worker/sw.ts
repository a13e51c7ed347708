/**
 * The service worker. It opens the site from this browser's cache, and leaves every API call to the network. It is a
 * single file without imports; the build inserts `SITE` at the top. Source: D-59.
 */

declare const self: ServiceWorkerGlobalScope
declare const SITE: {
  version: string
  /** The files that the first pages need, in every language. */
  shell: string[]
  /** The files that each language needs, by language. */
  languages: Record<string, string[]>
  /** The hash of each page that the worker stores, by path. */
  pages: Record<string, string>
}

const NAME = 'krapao-'
const POLICY = 'Content-Security-Policy'
const INDEX = '/index.html'
const doorOf = (language: string) => `/login.${language}.html`
const isDoor = (path: string) => path === '/' || path === '/login'
const isPage = ({ pathname, search }: URL) =>
  // leave `/?scenario=` to the sandbox
  (isDoor(pathname) && (pathname !== '/' || search === '')) ||
  /^\/(register|recover|howto|contact|terminated|user(\/.*)?)$/.test(pathname)

const open = () => caches.open(NAME + SITE.version)

/** Returns the names of the stored versions, the oldest first. */
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(NAME))

/**
 * Stores a page. Throws if the server sends a different version of it, because this worker does not know that version's
 * files.
 */
async function addPage(cache: Cache, path: string) {
  const page = await fetch(path, { cache: 'no-cache' })
  const digest = await crypto.subtle.digest('SHA-256', await page.clone().arrayBuffer())
  if (btoa(String.fromCharCode(...new Uint8Array(digest))) !== SITE.pages[path])
    throw new Error(`${path} is of another version`)
  await cache.put(path, page)
}

/** Returns the language whose login page is in a cache; null if the cache has no login page. */
async function languageIn(cache: Cache) {
  for (const language of Object.keys(SITE.languages)) if (await cache.match(doorOf(language))) return language
  return null
}

/**
 * Stores the login page in a language and the files that the language needs, and removes the login page in the previous
 * language.
 */
async function addLanguage(language: string) {
  const [cache, files] = [await open(), SITE.languages[language]]
  const before = await languageIn(cache)
  if (!files || before === language) return
  await cache.addAll(files)
  await addPage(cache, doorOf(language))
  if (before) await cache.delete(doorOf(before))
}

async function install() {
  const [last] = (await versions()).reverse()
  const language = last ? await languageIn(await caches.open(last)) : null
  const cache = await open()
  await cache.addAll(SITE.shell)
  await addPage(cache, INDEX)
  if (language) await addLanguage(language)
}

/** Deletes all old versions except the most recent, whose files another tab may still need. */
async function activate() {
  const names = (await versions()).filter((name) => name !== NAME + SITE.version)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/**
 * Stores the pages again if the server now sends a different content security policy, because a stored page keeps its
 * old headers.
 */
async function followPolicy() {
  const cache = await open()
  const now = await fetch(INDEX, { method: 'HEAD', cache: 'no-store' })
  const stored = await cache.match(INDEX)
  if (!stored || !now.ok || now.headers.get(POLICY) === stored.headers.get(POLICY)) return
  const language = await languageIn(cache)
  const pages = [INDEX, ...(language ? [doorOf(language)] : [])]
  // until the pages are stored again, they come from the network
  await Promise.all(pages.map((page) => cache.delete(page)))
  for (const page of pages) await addPage(cache, page)
}

/**
 * Returns a page from the newest usable version. A waiting version is usable if no other tab still needs the current
 * one.
 */
async function pageOf({ request }: FetchEvent, path: string) {
  const { waiting } = self.registration
  const isAlone = waiting !== null && (await self.clients.matchAll()).length < 2
  if (isAlone) waiting.postMessage('takeOver')
  const [name = ''] = isAlone ? (await versions()).reverse() : [NAME + SITE.version]
  const cache = await caches.open(name)
  const language = isDoor(path) ? await languageIn(cache) : null
  return (await cache.match(language ? doorOf(language) : INDEX)) ?? fetch(request)
}

/**
 * Returns a file from any stored version, because the content under a file name never changes. If no version has the
 * file, fetches and stores it.
 */
async function fileOf(event: FetchEvent) {
  const { request } = event
  const stored = await caches.match(request, { ignoreVary: true })
  if (stored) return stored
  const file = await fetch(request)
  const copy = file.clone()
  // the page opens even if the file cannot be stored, for example because the storage is full
  if (file.ok) event.waitUntil(open().then((cache) => cache.put(request, copy).catch(() => {})))
  return file
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event: ExtendableMessageEvent) =>
  event.waitUntil(event.data === 'takeOver' ? self.skipWaiting() : addLanguage(String(event.data))),
)
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!isPage(url)) return
    event.respondWith(pageOf(event, url.pathname))
    // if the check fails, for example offline, the next visit repeats it
    event.waitUntil(followPolicy().catch(() => {}))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(fileOf(event))
  }
})
