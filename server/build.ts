import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress.ts'

/* Builds the browser part and the server, each unless its sources and settings are unchanged since its last build. */

const COMMON = ['server/{build,compress}.ts', 'package{,-lock}.json']
const SITE = ['{contract,machines,src,locales,public}/**', '{index,inspect}.html', 'vite.{config,door,app}.ts', '.env*']
const SERVER = ['{contract,server}/**']

/** Runs `build` unless the stamp in `outDir` says that it has run with the same sources and settings. */
async function renew(outDir: string, sources: readonly string[], settings: object, build: () => Promise<unknown>) {
  const place = join(outDir, '.vite/stamp.json')
  const files = globSync([...sources, ...COMMON]).sort()
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs))
  const stamp = JSON.stringify([settings, files])
  const built = statSync(place, { throwIfNoEntry: false })
  if (built && built.mtimeMs >= newest && readFileSync(place, 'utf8') === stamp) return
  await build()
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, stamp)
}

async function buildSite(outDir: string) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn', build: { outDir } })
  compressFiles(outDir)
}

/** Bundles the server and its libraries into few files of JavaScript: Node strips types and loads hundreds of files slowly. */
async function buildServer(outDir: string) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // PGlite loads files that are beside its own.
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
    build: {
      ssr: 'server/main.ts',
      outDir,
      target: 'node24',
      // The log names lines of the sources. Node keeps the maps in memory: with the sources in them they need 8 MB more.
      sourcemap: true,
      rolldownOptions: { output: { sourcemapExcludeSources: true } },
    },
  })
}

// By the caller's setting, a test's, it would be a build for development.
process.env.NODE_ENV = 'production'
const { DIST_DIR = 'dist' } = process.env
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
await renew(DIST_DIR, SITE, settings.sort(), () => buildSite(DIST_DIR))
await renew('dist-server', SERVER, [], () => buildServer('dist-server'))
