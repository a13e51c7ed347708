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

/** Top-level locale keys whose texts may appear on the first page that a visitor opens, whichever page that is. */
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

/** Maps the addresses of the pictures in public/ to the addresses of their copies, which are named by content hash. */
const pictureNames = new Map<string, string>()
const namePictures = (text: string) =>
  text.replace(/(?<=["'])\/[\w/-]+\.svg(?=["'])/g, (address) => pictureNames.get(address) ?? address)

/**
 * Adds the copies of the pictures to a build, so that browsers can cache them. The build's pages use the names of the
 * copies, and so does the server, which reads them from a list in the build.
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

/** Text areas that are loaded separately, by the parts of the site that need them. */
const OWN_TEXTS = ['devices', 'events', 'data', 'care', 'coupon', 'gift', 'passkey']
/** Matches the import of a part of a language file, and captures the file, the language and the part. */
const TEXT_PART = new RegExp(`^(.*/locales/(\\w+)\\.json)\\?(start|rest|${OWN_TEXTS.join('|')})$`)

/** Returns the part of a language's file that contains an area. */
function partOf(area: string) {
  if (START_TEXTS.includes(area)) return 'start'
  return OWN_TEXTS.includes(area) ? area : 'rest'
}

/**
 * Splits a language file into parts:
 * - `th.json?start` has the texts for the first page, and `keepWords`
 * - `th.json?` with an area in {@link OWN_TEXTS} has the texts of that area
 * - `th.json?rest` has all other texts
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
/**
 * Preloads the first texts in the build's language. Only the front file refers to these texts, so without the preload
 * they would start to load only after that file.
 */
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

/** Leaves library code for Node, old browsers and React 17 out of the browser build. */
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

/**
 * The oldest supported browsers, as the build names them. Samsung's browser is left out, because it matches a listed
 * Chrome version. Source: D-66.
 */
const FLOOR = browserslist()
  .filter((entry) => !entry.startsWith('samsung'))
  .map((entry) => entry.replace('ios_saf', 'ios').replace(' ', ''))

/**
 * Gives CSS module classes short names in a build, because the first page repeats them in its styles, HTML and script.
 */
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
/**
 * Adds the inspector's page to a QA build. That build has no front file, because the inspector's page shares only React
 * with the app.
 */
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
 * Leaves machine descriptions out of a build without the inspector. They are for the inspector, QA and product
 * managers, not for players.
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

/** The gallery of all views at `/gallery`. It exists only in the dev server, and no build contains its page. */
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
 * The files of the build. A module is in the first file that needs it, or in that file's `shared` file if another area
 * needs the module too. `earlier`: the file for modules that are shared with earlier files, so that the prerendered
 * pages do not load the router.
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
 * Returns the name of the file that contains a module. By default there would be dozens of small files, which would
 * each need a request and be larger in total.
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

// The timeouts are generous, so that no test depends on the machine's speed.
const PATIENT = { hookTimeout: 60_000, testTimeout: 60_000 }
const KNOWN_SITE = 'tests/kit/known-site.ts'
const NODE = { ...PATIENT, maxWorkers: 2, unstubGlobals: true }
// These tests need their own modules: the inspector would also report actors that other tests left running, and the
// other files replace modules.
const OWN_MODULES = [
  'tests/tools/inspect*.test.ts',
  'tests/client/stopped.test.ts',
  'tests/flows/chat/chat-{root,socket}.test.ts',
  'tests/server/password-queue.test.ts',
  'tests/flows/session/tabs.test.ts',
]
// These tests start processes, or make thousands of calls.
const LONG = ['tests/**/*.long.*']
// Files in which every test needs PostgreSQL. They are excluded if PostgreSQL is missing, and the runner reports what
// was not tested.
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
// These tests replace modules, load them with other settings or another clock, or switch off all animations of their
// page.
const OWN_PAGE = [
  'tests/tools/gallery-frame.test.tsx',
  'tests/components/render.test.tsx',
  'tests/flows/chat/{chat-place,said-at}.test.tsx',
  'tests/flows/*/*.plain.test.tsx',
  'tests/flows/game-account/game-enter.test.tsx',
]

/** Returns a Vitest project of tests that run in Chromium. Without isolation, its files share one page. */
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
  // The site has one color scheme and does not use light-dark(), so its styles do not need the variables that replace
  // it.
  css: { lightningcss: { exclude: Features.LightDark } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: FLOOR,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The first page lists the names of all other files, so it is 0.5 kB smaller if the names contain no words.
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
      // Each file sets the address and pace of the only chat client, so these files are isolated. They run after the
      // others, because they use the same databases.
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
