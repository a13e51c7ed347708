import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { LANGUAGES } from '#contract/language.ts'
import { compressFiles } from '#server/compress.ts'
import type { FloorTexts } from './floor/page.tsx'

/** The inline script of the page without libraries. */
const PLAIN = `document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  fetch('/api/login', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(event.target))) })
})
release()`
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const config = (outDir: string, options: InlineConfig['build']): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: false, ...options },
})

/**
 * Builds the floor pages in `root` and returns their folders: `plain`, a page without libraries, and `react`, the same
 * page hydrated with the product's libraries. The product's login page is compared with these pages. The product's
 * server can serve both folders.
 */
export async function buildFloors(root: string) {
  const rendered = resolve('node_modules/.floor')
  await build(config(rendered, { ssr: 'tests/bench/floor/render.tsx' }))
  const { renderFloor } = (await import(pathToFileURL(join(rendered, 'render.js')).href)) as {
    renderFloor: (texts: FloorTexts) => string
  }
  rmSync(rendered, { recursive: true })
  const folders = { plain: join(root, 'plain'), react: join(root, 'react') }
  for (const [name, folder] of Object.entries(folders)) {
    await build(config(folder, { rolldownOptions: { input: 'tests/bench/floor/client.tsx' } }))
    const files = readdirSync(join(folder, 'assets'))
    const named = (ending: string) => files.find((file) => file.endsWith(ending)) ?? ''
    const style = readFileSync(join(folder, 'assets', named('.css')), 'utf8').trim()
    copyFileSync('src/theme/logo.svg', join(folder, 'assets/logo.svg'))
    for (const language of LANGUAGES) {
      const { login, nav, page } = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as FloorTexts
      const texts = { login, nav, page }
      const script =
        name === 'plain'
          ? `<script>${PLAIN}</script>`
          : `<script type="application/json" id="texts">${JSON.stringify(texts)}</script><script type="module" src="/assets/${named('.js')}"></script>`
      const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.login}</title><style>${style}</style></head><body><div id="root">${renderFloor(texts)}</div>${script}</body></html>`
      for (const file of [`login.${language}.html`, ...(language === 'th' ? ['login.html', 'index.html'] : [])])
        writeFileSync(join(folder, file), html)
    }
    mkdirSync(join(folder, '.vite'), { recursive: true })
    writeFileSync(join(folder, '.vite/inline.json'), JSON.stringify({ style: [sha(style)], script: [sha(PLAIN)] }))
    compressFiles(folder)
  }
  return folders
}
