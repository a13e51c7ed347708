import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import browserslist from 'browserslist'
import { Features } from 'lightningcss'
import { loadEnv, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { keepWords } from './src/components/keep-words.ts'
import { TEXTS_CHANGED } from './src/lib/texts-changed.ts'
import { chromium } from './tests/kit/chromium.ts'
import { LongestFirst } from './tests/kit/longest-first.ts'
import { app } from './vite.app.ts'
import { door } from './vite.door.ts'

/** Locale areas that any first page may show. */
const START_TEXTS = ['app', 'action', 'state', 'nav', 'page', 'login', 'failure', 'crash', 'toast', 'support']
/** Codes that the first page's calls may return. */
const START_CODES =
  /^(UNAUTHORIZED|EXPIRED_AUTH_TOKEN|INVALID_USER_|INVALID_IP|NO_USER|WRONG_|INACTIVE_USER|LOGIN_FAIL|REQUEST_LIMIT|KEY_|NO_DATA|INTERNAL_)/

/** Inlines the icon set in the page, so that no icon appears later than the text beside it. */
const icons: Plugin = {
  name: 'icons',
  transformIndexHtml: (html) =>
    html.replace('<div id="root">', `${readFileSync('src/theme/icons.svg', 'utf8').trim()}\n    <div id="root">`),
}

/** Addresses of the pictures in public/, and of their copies named by content hash. */
const pictureNames = new Map<string, string>()
const namePictures = (text: string) =>
  text.replace(/(?<=["'])\/[\w/-]+\.svg(?=["'])/g, (address) => pictureNames.get(address) ?? address)

/**
 * Adds these copies to a build, so that browsers can cache them. Its pages use their names, and so does the server,
 * from a list in the build.
 */
const pictures: Plugin = {
  name: 'pictures',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  buildStart() {
    for (const path of globSync('public/**/*.svg').sort()) {
      const source = readFileSync(path)
      const fileName = `assets/${createHash('sha256').update(source).digest('base64url').slice(0, 7)}.svg`
      pictureNames.set(path.slice('public'.length), `/${fileName}`)
      this.emitFile({ type: 'asset', fileName, source })
    }
    this.emitFile({ type: 'asset', fileName: '.vite/pictures.json', source: JSON.stringify([...pictureNames]) })
  },
  transform: {
    filter: { id: /\/src\/.*\.tsx/ },
    handler: (code) => ({ code: namePictures(code), map: null }),
  },
  transformIndexHtml: { order: 'post', handler: namePictures },
}

/** Text areas that a part of the site loads itself. */
const OWN_TEXTS = ['devices', 'events', 'data', 'care', 'coupon', 'gift', 'passkey']
/** Matches the import of a part of a language's file: the file, the language and the part. */
const TEXT_PART = new RegExp(`^(.*/locales/(\\w+)\\.json)\\?(start|rest|${OWN_TEXTS.join('|')})$`)

/** The part of a language's file that contains an area. */
function partOf(area: string) {
  if (START_TEXTS.includes(area)) return 'start'
  return OWN_TEXTS.includes(area) ? area : 'rest'
}

/**
 * Splits a language's file: `th.json?start` has the texts and the known words for the first page, a name in
 * {@link OWN_TEXTS} selects that area's texts, and `th.json?rest` has the rest.
 */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load(id) {
    const [, file, language, part] = TEXT_PART.exec(id) ?? []
    if (!file) return null
    const { errorMsg, ...areas } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>
    const choose = (all: object, partOf: (name: string) => string) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => partOf(name) === part))
    const chosen = {
      ...choose(areas, partOf),
      errorMsg: choose(errorMsg ?? {}, (code) => (START_CODES.test(code) ? 'start' : 'rest')),
      ...(part === 'start' && { keepWords: keepWords[language as keyof typeof keepWords] }),
    }
    return { code: `export default ${JSON.stringify(chosen)}`, moduleType: 'js' }
  },
  /** Sends changed texts to the open pages, which would otherwise reload and lose typed input. */
  async hotUpdate({ file, modules, read, type }) {
    const [, language] = /\/locales\/(\w+)\.json$/.exec(file) ?? []
    if (!language || type !== 'update' || this.environment.name !== 'client') return
    this.environment.hot.send(TEXTS_CHANGED, { language, texts: JSON.parse(await read()) })
    return modules.filter(({ id }) => !TEXT_PART.test(id ?? ''))
  },
}

let firstTexts = ''
/** Preloads the first texts in the build's language: only the front file names them, so they would load after it. */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  configResolved: ({ env }) => {
    firstTexts = `/locales/${env.VITE_LAOS === '1' ? 'la' : 'th'}.json?start`
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle = {} }) => {
      if (path !== '/index.html') return
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(firstTexts),
      )
      if (!chunk) throw new Error(`${firstTexts} is not in the build`)
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** The result of `typeof` for these globals in every supported browser. */
const GLOBALS = {
  undefined: ['global', 'process', 'require', 'setImmediate'],
  object: ['document', 'globalThis', 'navigator', 'performance', 'self', 'window'],
  function: ['AbortController', 'MessageChannel', 'Promise', 'queueMicrotask', 'reportError', 'setTimeout', 'WeakMap'],
}

/** Leaves library code for other platforms out of the browser build: for Node, old browsers and React 17. */
const browserOnly: Plugin = {
  name: 'browser-only',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: () => ({
    define: Object.fromEntries(
      Object.entries(GLOBALS).flatMap(([type, names]) => names.map((name) => [`typeof ${name}`, JSON.stringify(type)])),
    ),
    resolve: {
      alias: [
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
        { find: 'use-sync-external-store/shim', replacement: 'use-sync-external-store' },
      ],
    },
  }),
}

/** The oldest supported browsers, as the build names them; Samsung's matches a listed Chrome version. Source: D-66. */
const FLOOR = browserslist()
  .filter((entry) => !entry.startsWith('samsung'))
  .map((entry) => entry.replace('ios_saf', 'ios').replace(' ', ''))

/** Gives CSS module classes short names in a build: the first page repeats them in its styles, HTML and script. */
const classNames: Plugin = {
  name: 'class-names',
  apply: 'build',
  config: () => ({
    css: {
      modules: {
        generateScopedName: (name, file) =>
          `c${createHash('sha256')
            .update(`${relative('.', file)} ${name}`)
            .digest('base64url')
            .slice(0, 5)}`,
      },
    },
  }),
}

const PAGES = ['index.html', 'door.html']
/** A QA build also has the inspector's page, and no front file: that page shares only React with the app. */
const inspector: Plugin = {
  name: 'inspector',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: (_, { mode }) =>
    loadEnv(mode, '.', 'VITE_').VITE_INSPECT === '1'
      ? { build: { rolldownOptions: { input: [...PAGES, 'inspect.html'] } } }
      : {
          build: {
            rolldownOptions: {
              input: PAGES,
              output: {
                codeSplitting: {
                  includeDependenciesRecursively: false,
                  groups: [{ name: fileOf, debugName: 'files' }],
                },
              },
            },
          },
        },
}

/**
 * Leaves machine descriptions out of a build without the inspector: the inspector, QA and product read them, players do
 * not.
 */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),?/g
const undescribed: Plugin = {
  name: 'undescribed',
  enforce: 'pre',
  apply: (_, { command, mode }) => command === 'build' && loadEnv(mode, '.', 'VITE_').VITE_INSPECT !== '1',
  transform: {
    filter: { id: /\/machines\/(lib\/)?[\w.-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(DESCRIPTION, ''), map: null }),
  },
}

/** The gallery of all views at `/gallery`, only in the dev server: no build contains its page. */
const gallery: Plugin = {
  name: 'gallery',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      request.url = request.url?.replace(/^\/gallery(?=\?|$)/, '/gallery.html') ?? '/'
      next()
    })
  },
}

type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}
/**
 * The files of the build: a module is in the first one that needs it, or in its `shared` file if another area needs it
 * too. `earlier`: the file for modules that it shares with earlier files, so that the prerendered pages do not load the
 * router.
 */
type BuiltFile = { name: string; from: RegExp; area?: string; shared?: string; earlier?: string }
const FILES: readonly BuiltFile[] = [
  { name: 'door', from: /\/src\/door\/(main|login)\.tsx$/ },
  { name: 'doors', from: /\/src\/door\/(howto|register)\.tsx$/, area: 'visitor', shared: 'base' },
  {
    name: 'front',
    from: /\/src\/(app|components\/(button|icon-button|page-title|bottom-nav))\.tsx$/,
    earlier: 'door',
  },
  { name: 'home', from: /\/src\/routes\/user(\/home)?\.tsx\?tsr-split/, area: 'member', shared: 'both' },
  {
    name: 'public',
    from: /\/src\/(routes\/(_public|_public\/.*|terminated)\.tsx\?tsr-split|features\/session\/not-found\.tsx)/,
    area: 'visitor',
  },
  { name: 'proof', from: /\/src\/api\/proof\.ts$/ },
  { name: 'passkey', from: /\/src\/actors\/passkey-login\.ts$/ },
  { name: 'member', from: /\/src\/routes\/user\/(.*\?tsr-split|-dialogs\/)/, area: 'member', shared: 'both' },
  { name: 'chat', from: /\/src\/routes\/-chat\.tsx$/, area: 'chat' },
]
const files = new Map<string, Pick<BuiltFile, 'name' | 'area' | 'shared'>>()

/**
 * The name of the file that contains a module; the default would be dozens of small files, each a request, and larger
 * in total.
 */
function fileOf(id: string, modules: Modules): string | null {
  if (files.size === 0) {
    const entries = ['./src/main.tsx', './src/door/main.tsx'].map((entry) =>
      fileURLToPath(new URL(entry, import.meta.url)),
    )
    const all = new Set(entries)
    for (const module of all) {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(module) ?? {}
      for (const next of [...importedIds, ...dynamicallyImportedIds]) all.add(next)
    }
    for (const file of FILES) {
      const needed = new Set([...all].filter((module) => file.from.test(module)))
      for (const module of needed) {
        const other = files.get(module)
        const shared = file.earlier ?? (other?.area === file.area ? undefined : other?.shared)
        if (other && !(other.area && shared)) continue
        files.set(module, other && shared ? { name: shared } : file)
        for (const next of modules.getModuleInfo(module)?.importedIds ?? []) needed.add(next)
      }
    }
    // an entry runs as soon as its file loads, so it gets a file of its own
    for (const entry of entries) files.delete(entry)
  }
  return files.get(id)?.name ?? null
}

// No test depends on the machine's speed.
const PATIENT = { hookTimeout: 60_000, testTimeout: 60_000 }
const KNOWN_SITE = 'tests/kit/known-site.ts'
const NODE = { ...PATIENT, maxWorkers: 2, unstubGlobals: true }
// The inspector would also report actors that other tests left running; the other files replace modules.
const OWN_MODULES = [
  'tests/tools/inspect*.test.ts',
  'tests/client/stopped.test.ts',
  'tests/flows/chat/chat-{root,socket}.test.ts',
  'tests/server/password-queue.test.ts',
  'tests/flows/session/tabs.test.ts',
]
// These start processes, or make thousands of calls.
const LONG = ['tests/**/*.long.*']
// Files whose tests all need PostgreSQL, excluded if it is missing; the runner reports what was not tested.
const ON_POSTGRES = process.env.TEST_DATABASE_URL
  ? []
  : ['tests/server/{kills,silent-database}.long.wire.test.ts', 'tests/server/migrated.wire.test.ts']
const WIRE = {
  ...PATIENT,
  maxWorkers: 2,
  unstubGlobals: true,
  globalSetup: 'tests/kit/databases.ts',
  setupFiles: KNOWN_SITE,
}
const CHAT_CLIENT = ['tests/flows/chat/!(*.server).wire.test.ts']
// These replace modules, load them with other settings or another clock, or switch off all animations of their page.
const OWN_PAGE = [
  'tests/tools/gallery-frame.test.tsx',
  'tests/components/render.test.tsx',
  'tests/flows/chat/{chat-place,said-at}.test.tsx',
  'tests/flows/*/*.plain.test.tsx',
  'tests/flows/game-account/game-enter.test.tsx',
]

/** A Vitest project of tests that run in Chromium; without isolation its files share one page. */
export const inBrowser = (test: { name: string; include?: string[]; exclude?: string[]; isolate?: boolean }) => ({
  optimizeDeps: { entries: ['src/main.tsx', 'tests/**/*.test.tsx', 'tests/kit/setup.ts'] },
  test: {
    ...PATIENT,
    include: ['tests/**/*.test.tsx'],
    maxWorkers: 2,
    setupFiles: [KNOWN_SITE, 'tests/kit/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromium() }),
      instances: [{ browser: 'chromium' as const }],
    },
    ...test,
  },
})

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    ...door(namePictures),
    app,
    icons,
    pictures,
    texts,
    preload,
    browserOnly,
    classNames,
    inspector,
    undescribed,
    gallery,
  ],
  server: {
    proxy: {
      '/api': api,
      '/sandbox': api,
      '^/\\?scenario=': api,
      '/slips': api,
      '/chat-files': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  // The site has one color scheme and no light-dark(), so its styles do not need the variables of a replacement.
  css: { lightningcss: { exclude: Features.LightDark } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: FLOOR,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The first page lists the names of all other files: without words in those names, it is 0.5 kB smaller.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  test: {
    globalSetup: 'tests/kit/temp-run.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...NODE,
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.wire.test.ts', ...LONG, ...OWN_MODULES],
          setupFiles: [KNOWN_SITE, ...(process.env.MUTANT ? ['tests/mutation/inject.ts'] : [])],
          isolate: false,
        },
      },
      { extends: true, test: { ...NODE, name: 'node-isolated', include: OWN_MODULES, setupFiles: KNOWN_SITE } },
      // One module graph per worker, so that its tests share one database.
      {
        extends: true,
        test: {
          ...WIRE,
          name: 'wire',
          include: ['tests/**/*.wire.test.ts'],
          exclude: [...CHAT_CLIENT, ...LONG, ...ON_POSTGRES],
          isolate: false,
        },
      },
      // Each file sets the address and pace of its page's only chat client. Runs after the others, because it uses
      // their databases.
      {
        extends: true,
        test: { ...WIRE, name: 'chat', include: CHAT_CLIENT, exclude: LONG, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { ...WIRE, name: 'long', include: LONG, exclude: ON_POSTGRES, sequence: { groupOrder: 2 } },
      },
      { extends: true, ...inBrowser({ name: 'browser', exclude: OWN_PAGE, isolate: false }) },
      { extends: true, ...inBrowser({ name: 'browser-isolated', include: OWN_PAGE }) },
    ],
  },
})
