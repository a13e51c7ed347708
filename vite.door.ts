import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, minifySync, type Plugin, type Rollup } from 'vite'
import { LANGUAGES, type Language } from './contract/language.ts'
import { appHead } from './vite.app.ts'

/** Replacements, in the views of the login page, of libraries that load after it. */
const STAND_INS: Record<string, string> = {
  'react-i18next': 'src/door/react-i18next.ts',
  '@tanstack/react-router': 'src/door/router.tsx',
  '#src/lib/i18n.ts': 'src/door/i18n.ts',
}
const VIEW = /\/src\/((components|features)\/[^?]*|shell)\.tsx$/

/** Returns true if a view, or one that it shows, imports a module that {@link STAND_INS} replaces. */
async function needsStandIn(context: Rollup.PluginContext, id: string): Promise<boolean> {
  const sources = [...readFileSync(id, 'utf8').matchAll(/ from '([^']+)'/g)].map(([, source = '']) => source)
  if (sources.some((source) => STAND_INS[source])) return true
  for (const source of sources.filter((each) => each.endsWith('.tsx'))) {
    const found = await context.resolve(source, id)
    if (found && VIEW.test(found.id) && (await needsStandIn(context, found.id))) return true
  }
  return false
}

/** Gives the login page its own instances of the views that it shows, with {@link STAND_INS}; as `?door` they are other modules. */
const views: Plugin = {
  name: 'door-views',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer, options) {
    if (!importer || !/\/src\/door\/(door|main)\.tsx$|\?door$/.test(importer)) return null
    const standIn = STAND_INS[source]
    if (standIn) return resolve(standIn)
    const found = await this.resolve(source, importer.replace(/\?door$/, ''), { ...options, skipSelf: true })
    return found && VIEW.test(found.id) && (await needsStandIn(this, found.id)) ? `${found.id}?door` : found
  },
}

const TEMPLATE = resolve('door.html')

/** Gives the build the template of the login page: index.html with the entry of the door, without a title. */
const template: Plugin = {
  name: 'door-template',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) => (resolve(source) === TEMPLATE ? TEMPLATE : null),
  load: (id) =>
    id === TEMPLATE
      ? readFileSync('index.html', 'utf8')
          .replace('/src/main.tsx', '/src/door/main.tsx')
          .replace(/ *<title>.*\n/, '')
      : null,
}

type Rendered = { lang: string; language: Language; texts: object; head: string; body: string }
type Renderer = { DEFAULT_LANGUAGE: string; renderDoor: (language: string) => Promise<Rendered> }

/** Renders the login page of each language, by a build of its own for Node, in a folder that finds the packages. */
async function render(): Promise<{ pages: Rendered[]; first: string }> {
  const folder = mkdtempSync(resolve('node_modules/.door-'))
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/door/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false },
  })
  const renderer = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as Renderer
  const pages: Rendered[] = []
  for (const language of LANGUAGES) pages.push(await renderer.renderDoor(language))
  rmSync(folder, { recursive: true })
  return { pages, first: renderer.DEFAULT_LANGUAGE }
}

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes `login.<language>.html`, and `login.html` in the build's own language, with the form, its styles and its texts in
 * the page, and removes door.html, their built template. `.vite/inline.json` has the hashes that the policy of the site must allow.
 */
const prerender = (nameFiles: (html: string) => string): Plugin => ({
  name: 'door-prerender',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async writeBundle({ dir = 'dist' }) {
    const path = join(dir, 'door.html')
    const template = readFileSync(path, 'utf8')
    const { pages, first } = await render()
    const links = [...template.matchAll(/ *<link rel="stylesheet"[^>]* href="([^"]+)">\n/g)]
    const style = links.map(([, href = '']) => readFileSync(join(dir, href), 'utf8').trim()).join('\n')
    const script = minifySync('hold.js', readFileSync('src/door/hold.js', 'utf8')).code
    for (const { lang, language, texts, head, body } of pages) {
      const late = `<p id="late" role="alert" hidden>${(texts as { failure: { noConnection: string } }).failure.noConnection}</p>`
      const data = JSON.stringify({ language, texts }).replaceAll('<', '\\u003C')
      const html = nameFiles(
        links
          // disabled, it is not fetched, and later files take it for loaded
          .reduce((page, [link]) => page.replace(link, link.replace('<link', '<link disabled')), template)
          .replace('<html lang="th">', `<html lang="${lang}">`)
          .replace(/ *<p lang="(\w+)">.*<\/p>\n/g, (sentence, spoken) => (spoken === lang ? sentence : ''))
          .replace('</head>', () => `${head}${appHead(language)}<style>${style}</style>\n  </head>`)
          .replace('<div id="root"></div>', () => {
            const form = body.replace('type="submit"', 'type="submit" disabled=""')
            return `${late}<div id="root">${form}</div>\n<script type="application/json" id="texts">${data}</script>\n<script>${script}</script>`
          }),
      )
      writeFileSync(join(dir, `login.${language}.html`), html)
      if (language === first) writeFileSync(join(dir, 'login.html'), html)
    }
    rmSync(path)
    writeFileSync(join(dir, '.vite/inline.json'), JSON.stringify({ style: [sha(style)], script: [sha(script)] }))
  },
})

/** The prerendered login page; `nameFiles` puts the names of the build's files into a page. */
export const door = (nameFiles: (html: string) => string): Plugin[] => [template, views, prerender(nameFiles)]
