import { readFileSync } from 'node:fs'
import { loadEnv, type Plugin } from 'vite'
import { htmlLang, LANGUAGES, type Language } from './contract/language.ts'

/** The color of the browser's bars, and of the screen before the first paint. */
const GROUND = '#0a0e1a'

let name = 'krapao'
let firstLanguage: Language = 'th'

/** The site in one sentence. */
function claimOf(language: Language): string {
  const { login } = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as { login: { claim: string } }
  return login.claim
}

/** The manifest in a language; in every language it describes the same app. */
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

/** The part of `<head>` that depends on the language: for search engines, shared links and the installation as an app. */
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

/** What makes the site an app that can be installed: its manifests, and the head of the pages that name them. */
export const app: Plugin = {
  name: 'app',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config(_, { mode }) {
    const { VITE_APP_TITLE, VITE_LAOS } = loadEnv(mode, '.', 'VITE_')
    name = VITE_APP_TITLE || name
    if (VITE_LAOS === '1') firstLanguage = 'la'
  },
  transformIndexHtml: (html, { path }) =>
    // the pages of the door name their own language
    path === '/door.html' ? html : html.replace('</head>', () => `${appHead(firstLanguage)}</head>`),
  generateBundle() {
    for (const language of LANGUAGES) {
      const source = JSON.stringify(manifestOf(language))
      this.emitFile({ type: 'asset', fileName: `${language}.webmanifest`, source })
    }
  },
}
