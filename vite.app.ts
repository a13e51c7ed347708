import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv, minifySync, type Plugin, type Rollup, transformWithOxc } from 'vite'
import { htmlLang, LANGUAGES, type Language } from './contract/language.ts'

/** The color of the browser's bars and of the screen before the first paint. */
const GROUND = '#0a0e1a'

let name = 'krapao'
let firstLanguage: Language = 'th'

/** Returns a one-sentence description of the site. */
function claimOf(language: Language): string {
  const { login } = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as { login: { claim: string } }
  return login.claim
}

/** Returns the manifest in one language. It describes the same app in every language. */
const manifestOf = (language: Language) => ({
  id: '/',
  start_url: '/',
  scope: '/',
  name,
  short_name: name,
  description: claimOf(language),
  lang: htmlLang[language],
  display: 'standalone',
  theme_color: GROUND,
  background_color: GROUND,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/**
 * Returns the part of `<head>` that depends on the language: for search engines, shared links and installation as an
 * app.
 */
export function appHead(language: Language): string {
  const claim = claimOf(language).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return [
    `<meta name="description" content="${claim}">`,
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${claim}">`,
    '<meta property="og:image" content="/share.png">',
    `<link rel="manifest" href="/${language}.webmanifest">`,
  ].join('')
}

/** Modules that are needed to open the first page of a visitor or a member. */
const SHELL = /\/(src\/(door\/main|app|main|routes\/user|routes\/user\/home)\.tsx?(\?tsr-split=component)?)$/

/** Returns the asset files that a page or a stylesheet refers to. */
const filesIn = (text: string) => text.match(/\/assets\/[\w-]+\.\w+/g) ?? []

/** Returns the files of the chunks that contain a module accepted by `isWanted`, with all their imports and styles. */
function filesOf(bundle: Rollup.OutputBundle, isWanted: (module: string) => boolean): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.some(isWanted)))
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found].flatMap(({ fileName, viteMetadata }) =>
    [fileName, ...(viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
  )
}

/** Writes the service worker with the names of the files that it stores. */
async function writeWorker(dir: string, bundle: Rollup.OutputBundle) {
  const textOf = (path: string) => readFileSync(join(dir, path), 'utf8')
  const paths = ['/index.html', ...LANGUAGES.map((language) => `/login.${language}.html`)]
  const pages = Object.fromEntries(
    paths.map((path) => [path, createHash('sha256').update(textOf(path)).digest('base64')]),
  )
  const shell = filesOf(bundle, (module) => SHELL.test(module))
  const named = paths.flatMap((path) => filesIn(textOf(path)))
  // leaves out the fonts, because each browser stores the ones that it uses
  const files = new Set([...shell, ...named].filter((file) => !file.endsWith('.woff2')))
  const languages = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      filesOf(bundle, (module) => /\/locales\/(\w+)\.json\?/.exec(module)?.[1] === language),
    ]),
  )
  for (const file of Object.values(languages).flat()) files.delete(file)
  const source = readFileSync('src/worker/sw.ts', 'utf8')
  const version = createHash('sha256')
    .update(JSON.stringify([pages, Object.keys(bundle).sort(), source]))
    .digest('base64url')
    .slice(0, 7)
  const site = { version, shell: [...files].sort(), languages, pages }
  const { code } = await transformWithOxc(source, 'src/worker/sw.ts')
  const script = `const SITE = ${JSON.stringify(site)}\n${code.replace('export {}', '')}`
  writeFileSync(join(dir, 'sw.js'), minifySync('sw.js', script).code)
}

/**
 * Makes the site an installable app: writes its manifests, the tags for them in the pages' heads, and its service
 * worker.
 */
export const app: Plugin = {
  name: 'app',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config(_, { mode }) {
    const { VITE_APP_TITLE, VITE_LAOS } = loadEnv(mode, '.', 'VITE_')
    name = VITE_APP_TITLE || name
    if (VITE_LAOS === '1') firstLanguage = 'la'
  },
  transformIndexHtml: (html, { path }) =>
    // the prerendered pages link to the manifest in their own language
    path === '/door.html' ? html : html.replace('</head>', () => `${appHead(firstLanguage)}</head>`),
  generateBundle() {
    for (const language of LANGUAGES) {
      const source = JSON.stringify(manifestOf(language))
      this.emitFile({ type: 'asset', fileName: `${language}.webmanifest`, source })
    }
  },
  // runs after the prerendered pages have been written
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir = 'dist' }, bundle) => writeWorker(dir, bundle),
  },
}
