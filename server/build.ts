import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

// Builds the browser part when its sources or its settings are not those of the last build.
const SOURCES = [
  '{contract,machines,src,locales,public}/**',
  '{index,inspect}.html',
  'vite.config.ts',
  'package-lock.json',
  '.env*',
]
const DIST = process.env.DIST_DIR ?? 'dist'
const STAMP = `${DIST}/.vite/stamp.json`

const sources = globSync(SOURCES).sort()
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
const stamp = JSON.stringify([settings.sort(), sources])
const built = statSync(STAMP, { throwIfNoEntry: false })
if (!built || built.mtimeMs < newest || readFileSync(STAMP, 'utf8') !== stamp) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn', build: { outDir: DIST } })
  writeFileSync(STAMP, stamp)
}
