import { existsSync, readFileSync } from 'node:fs'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }
const place = 'dist/.vite/manifest.json'
if (!existsSync(place)) throw new Error('Build first: npx vite build')
const manifest = JSON.parse(readFileSync(place, 'utf8')) as Record<string, Chunk>

/** Every JS and CSS file the browser loads for these chunks: they, what they import, their CSS. */
function files(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (seen.has(`dist/${chunk.file}`)) continue
    seen.add(`dist/${chunk.file}`)
    for (const css of chunk.css ?? []) seen.add(`dist/${css}`)
    files(chunk.imports ?? [], seen)
  }
  return seen
}
const route = (name: string) => `src/routes/${name}.tsx?tsr-split=component`

const front = Object.keys(manifest).find((key) => manifest[key]?.name === 'front')
if (!front) throw new Error('the build has no front file')

// the page has the styles of the form in it, and its texts
const form = files(['door.html'])
const scripts = [...form].filter((file) => file.endsWith('.js'))
const later = [...files([front])].filter((file) => !form.has(file))
const login = files(['door.html', front, 'locales/th.json?start'])
const home = files([front, 'locales/th.json?start', 'locales/th.json?rest', route('user'), route('user/home')])
const register = files(['locales/th.json?rest', route('_public/register')])
// the chat's own code comes when it is opened: the library of its line would not fit in here
const contact = files(['locales/th.json?rest', route('_public/contact'), route('user/contact')])

export default [
  { name: '/login: its page', path: 'dist/login.la.html', limit: '11 kB' },
  { name: '/login before the form answers, beside its page', path: scripts, limit: '85 kB' },
  { name: '/login until idle, beside its page', path: [...scripts, ...later], limit: '128 kB' },
  { name: '/register beyond /login', path: [...register].filter((file) => !login.has(file)), limit: '25 kB' },
  { name: 'contact beyond /login', path: [...contact].filter((file) => !login.has(file)), limit: '15 kB' },
  { name: '/user/home beyond /login', path: [...home].filter((file) => !login.has(file)), limit: '30 kB' },
]
