import { globSync, readFileSync } from 'node:fs'
import { newerInCss } from './css.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { newerInJs } from './js.ts'
import type { Found } from './support.ts'

/*
 * Fails if the built site uses a feature that one of the oldest supported browsers lacks, or if an exception is no
 * longer needed. Source: D-66.
 */

const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, 'utf8'))
const scripts = read('dist/**/*.js')
const styles = read('dist/**/*.css')
if (scripts.length === 0 || styles.length === 0) throw new Error('Build first: node server/build.ts')
const inline = read('dist/login.html').flatMap((page) =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script),
)

const exceptionOf = ({ feature }: Found) =>
  Object.keys(EXCEPTIONS).find((path) => feature === path || feature.startsWith(`${path}.`))
const found = [...newerInJs([...scripts, ...inline]), ...styles.flatMap(newerInCss)]
const excepted = new Set(found.map(exceptionOf))
const newer = found.filter((each) => exceptionOf(each) === undefined)
const unused = Object.keys(EXCEPTIONS).filter((path) => !excepted.has(path))

for (const { feature, lacking, where } of newer)
  console.error(`${feature} is newer than the floor\n  missing in ${lacking.join(', ')}\n  ${where}`)
for (const path of unused) console.error(`tests/floor/exceptions.ts: nothing uses ${path}`)
if (newer.length + unused.length > 0) process.exitCode = 1
