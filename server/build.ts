import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress.ts'

/* Builds the client and the server, each only if its sources or settings have changed since its last build. */

const COMMON = ['server/{build,compress}.ts', 'package{,-lock}.json']
const SITE = ['{contract,machines,src,locales,public}/**', '{index,inspect}.html', 'vite.{config,door,app}.ts', '.env*']
const SERVER = ['{contract,server}/**']

/** Runs `build` unless the stamp in `outDir` shows that it has already run with the same sources and settings. */
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

/**
 * Bundles the server and its libraries into a few JavaScript files, because Node is slow at stripping types and at
 * loading hundreds of files.
 */
async function buildServer(outDir: string) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // PGlite loads files from its own folder, so it is not bundled.
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
    build: {
      ssr: 'server/main.ts',
      outDir,
      target: 'node24',
      // Source maps let stack traces in the log point to source lines. Node keeps the maps in memory, and including the
      // sources would take 8 MB more.
      sourcemap: true,
      rolldownOptions: { output: { sourcemapExcludeSources: true } },
    },
  })
}

// Overrides the caller's NODE_ENV. With the value `test`, for example, Vite would make a development build.
process.env.NODE_ENV = 'production'
const { DIST_DIR = 'dist' } = process.env
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
await renew(DIST_DIR, SITE, settings.sort(), () => buildSite(DIST_DIR))
await renew('dist-server', SERVER, [], () => buildServer('dist-server'))
