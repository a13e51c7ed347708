import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

// Builds the browser part when its sources or its settings are not those of the last build.
const SOURCES = [
  '{contract,machines,src,locales,public}/**',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '.env*',
]
const STAMP = 'dist/.vite/settings.json'

const settings = JSON.stringify(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort(),
)
const newest = Math.max(...globSync(SOURCES).map((file) => statSync(file).mtimeMs))
const built = statSync(STAMP, { throwIfNoEntry: false })
if (!built || built.mtimeMs < newest || readFileSync(STAMP, 'utf8') !== settings) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  writeFileSync(STAMP, settings)
}
