import { existsSync, readFileSync } from 'node:fs'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }
const place = 'dist/.vite/manifest.json'
if (!existsSync(place)) throw new Error('Build first: npx vite build')
const manifest = JSON.parse(readFileSync(place, 'utf8')) as Record<string, Chunk>

/** Returns every JS and CSS file that the browser loads for these chunks: the chunks, their imports and their CSS. */
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
/** Returns the manifest key of the shared chunk with this name. Throws if the build has no such chunk. */
function named(name: string): string {
  const key = Object.keys(manifest).find((each) => each.startsWith('_') && manifest[each]?.name === name)
  if (!key) throw new Error(`the build has no file ${name}`)
  return key
}
const front = named('front')

// the page inlines the form's styles and texts, so only its scripts are counted
const form = files(['door.html'])
const scripts = [...form].filter((file) => file.endsWith('.js'))
const later = [...files([front])].filter((file) => !form.has(file))
const login = files(['door.html', front, 'locales/th.json?start'])
const register = [...files([named('doors')])].filter((file) => file.endsWith('.js') && !form.has(file))
const pages = files(['locales/th.json?rest', named('public')])
const home = files([front, 'locales/th.json?start', 'locales/th.json?rest', named('home')])

/** The hint printed below the name of each exceeded limit. */
const message =
  'Its limit is in .size-limit.ts. New texts and the names of hashed files may add 0.1 kB: raise the limit by that, and say so in the commit. If it is more, a new import loads code or texts too early: load them with their dialog (docs/add-a-flow.md, section 5).'

const limits = [
  { name: '/login: its page', path: 'dist/login.la.html', limit: '12.6 kB' },
  { name: '/login before the form answers, beside its page', path: scripts, limit: '87.3 kB' },
  { name: '/login until idle, beside its page', path: [...scripts, ...later], limit: '117 kB' },
  { name: '/register: its page', path: 'dist/register.la.html', limit: '14.3 kB' },
  { name: '/register before the form answers, beyond /login', path: register, limit: '14.1 kB' },
  {
    name: 'the next pages of a visitor, beyond /login',
    path: [...pages].filter((file) => !login.has(file)),
    limit: '37.3 kB',
  },
  { name: 'the notice for browsers below the floor', path: 'dist/old.js', limit: '1 kB' },
  { name: '/user/home beyond /login', path: [...home].filter((file) => !login.has(file)), limit: '34.6 kB' },
]

export default limits.map((limit) => ({ ...limit, message }))
