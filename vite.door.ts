import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, minifySync, type Plugin, type Rollup } from 'vite'
import type { Language } from './contract/language.ts'
import { appHead } from './vite.app.ts'

/** The router, which loads after the prerendered pages, and the module that replaces it in the views of those pages. */
const ROUTER = '@tanstack/react-router'
const STAND_IN = 'src/door/router.tsx'
const VIEW = /\/src\/((components|features)\/[^?]*|shell)\.tsx$/

/** Returns true if a view, or a view that it shows, imports {@link ROUTER}. */
async function needsStandIn(context: Rollup.PluginContext, id: string): Promise<boolean> {
  const sources = [...readFileSync(id, 'utf8').matchAll(/ from '([^']+)'/g)].map(([, source = '']) => source)
  if (sources.includes(ROUTER)) return true
  for (const source of sources.filter((each) => each.endsWith('.tsx'))) {
    const found = await context.resolve(source, id)
    if (found && VIEW.test(found.id) && (await needsStandIn(context, found.id))) return true
  }
  return false
}

/**
 * Gives the prerendered pages their own instances of the views that they show. These instances use {@link STAND_IN}
 * instead of the router. The `?door` in an import makes them separate modules.
 */
const views: Plugin = {
  name: 'door-views',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer, options) {
    if (!importer || !/\/src\/door\/\w+\.tsx$|\?door$/.test(importer)) return null
    if (source === ROUTER) return resolve(STAND_IN)
    const found = await this.resolve(source, importer.replace(/\?door$/, ''), { ...options, skipSelf: true })
    return found && VIEW.test(found.id) && (await needsStandIn(this, found.id)) ? `${found.id}?door` : found
  },
}

const TEMPLATE = resolve('door.html')

/** Adds the template of the prerendered pages to the build: index.html with the door's entry and without a title. */
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

/**
 * Loads /old.js only in browsers below the floor: the type of its script element keeps other browsers from running it.
 * Written in ES5. `isWellFormed` exists in Chrome from 111, Safari from 16.4 and Firefox from 119. Source: D-66.
 */
const DETECT =
  '"".isWellFormed||function(s){s.type="";document.head.appendChild(s)}(document.currentScript.previousSibling)'

/** Adds {@link DETECT} to all pages of the site, before any other script. */
const oldBrowsers: Plugin = {
  name: 'old-browsers',
  apply: 'build',
  transformIndexHtml: (html, { path }) =>
    /^\/(index|door)\.html$/.test(path)
      ? html.replace('<link', () => `<script type="old" src="/old.js"></script><script>${DETECT}</script>\n    <link`)
      : html,
}

type Rendered = { name: string; lang: string; language: Language; texts: object; head: string; body: string }
type Renderer = { DEFAULT_LANGUAGE: string; renderDoors: () => Promise<Rendered[]> }

/**
 * Renders the pages in each language with a separate build for Node. The build is inside node_modules, so that it can
 * import packages.
 */
async function render(): Promise<{ pages: Rendered[]; first: string }> {
  const folder = mkdtempSync(resolve('node_modules/.door-'))
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/door/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false },
  })
  const { renderDoors, DEFAULT_LANGUAGE } = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as Renderer
  const pages = await renderDoors()
  rmSync(folder, { recursive: true })
  return { pages, first: DEFAULT_LANGUAGE }
}

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the scripts and styles that a page needs: its own, or those of its route if the app renders the page. */
function filesOf(name: string, bundle: Rollup.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const has = (ending: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)))
  const own = has(`/src/door/${name}.tsx`)
  const needed = new Set(
    own ? [own] : [has('/src/app.tsx'), has(`/src/routes/_public/${name}.tsx?tsr-split=component`)],
  )
  const styles = new Set<string>()
  for (const chunk of needed) {
    if (!chunk) throw new Error(`the build has no page ${name}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) needed.add(next)
  }
  return { scripts: [...needed].flatMap((chunk) => chunk?.fileName ?? []), styles: [...styles] }
}

const LOGO = 'src/theme/logo.svg'

/** Returns the logo as a data URL. */
const logoData = () =>
  `data:image/svg+xml,${readFileSync(LOGO, 'utf8').trim().replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('"', "'")}`

/** Returns the logo's address in the build. */
function logoIn(bundle: Rollup.OutputBundle): string {
  const files = Object.values(bundle).filter((file) => file.type === 'asset')
  const found = files.find(({ originalFileNames }) => originalFileNames.includes(LOGO))
  if (!found) throw new Error('the build has no logo')
  return `/${found.fileName}`
}

/**
 * Shows a part of the page only once nothing that arrives later can move it. This concerns the scene before `main`, the
 * menu, and on a wide screen everything, because the form is in its middle.
 */
const WHOLE =
  '#root header:not(main header,:has(~main)),#root:not(:has(~#texts)) nav{visibility:hidden}@media(min-width:900px){#root:not(:has(~#texts)){visibility:hidden}}'

/**
 * Writes the prerendered pages, with their styles and texts inlined, to `<page>.<language>.html`, and in the build's
 * own language also to `<page>.html`. Removes door.html, which was their template. Writes the hashes that the
 * Content-Security-Policy must allow to `.vite/inline.json`.
 */
const prerender = (nameFiles: (html: string) => string): Plugin => ({
  name: 'door-prerender',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async writeBundle({ dir = 'dist' }, bundle) {
    const path = join(dir, 'door.html')
    const built = readFileSync(path, 'utf8')
    const { pages, first } = await render()
    const links = [...built.matchAll(/ *<link rel="stylesheet"[^>]* href="\/([^"]+)">\n/g)]
    const template = links.reduce((page, [link]) => page.replace(link, ''), built).replace(/\n +/g, '\n')
    const script = minifySync('hold.js', readFileSync('src/door/hold.js', 'utf8')).code
    const hashes = new Set<string>()
    const logo = logoIn(bundle)
    for (const { name, lang, language, texts, head, body } of pages) {
      const { scripts, styles } = filesOf(name, bundle)
      const sheets = [...new Set([...links.map(([, href = '']) => href), ...styles])]
      const style = [WHOLE, ...sheets.map((sheet) => readFileSync(join(dir, sheet), 'utf8').trim())].join('\n')
      hashes.add(sha(style))
      const files = [
        ...scripts
          .filter((file) => !template.includes(`"/${file}"`))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        // a disabled stylesheet is not fetched, and files that load later treat it as loaded
        ...sheets.map((sheet) => `<link disabled rel="stylesheet" crossorigin href="/${sheet}">`),
      ].join('')
      // the logo is the largest picture on the login page, and would appear later than the rest of the page if it
      // needed a request
      const isLargest = name === 'login'
      const ownHead = isLargest ? head.replace(`<link rel="preload" as="image" href="${logo}"/>`, '') : head
      const ownBody = isLargest ? body.replace(`src="${logo}"`, () => `src="${logoData()}"`) : body
      const late = `<p id="late" role="alert" hidden>${(texts as { failure: { noConnection: string } }).failure.noConnection}</p>`
      const data = JSON.stringify({ name, language, texts }).replaceAll('<', '\\u003C')
      const html = nameFiles(
        template
          // keeps only the sentence in the page's own language
          .replace(/ *<p lang="(\w+)">.*<\/p>\n/g, (sentence, each) => (each === lang ? sentence : ''))
          .replace('<html lang="th">', `<html lang="${lang}">`)
          .replace('</head>', () => `${ownHead}${appHead(language)}${files}<style>${style}</style>\n  </head>`)
          .replace('<div id="root"></div>', () => {
            const page = ownBody.replace('type="submit"', 'type="submit" disabled=""')
            return `${late}<div id="root">${page}</div>\n<script type="application/json" id="texts">${data}</script>\n<script>${script}</script>`
          }),
      )
      writeFileSync(join(dir, `${name}.${language}.html`), html)
      if (language === first) writeFileSync(join(dir, `${name}.html`), html)
    }
    rmSync(path)
    writeFileSync(
      join(dir, '.vite/inline.json'),
      JSON.stringify({ style: [...hashes], script: [sha(DETECT), sha(script)] }),
    )
  },
})

/**
 * Returns the plugins for the prerendered pages. `nameFiles` replaces addresses in a page with the addresses of the
 * build's files.
 */
export const door = (nameFiles: (html: string) => string): Plugin[] => [
  template,
  oldBrowsers,
  views,
  prerender(nameFiles),
]
