import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readScores, writeScores } from '../mutation/scores.ts'

/*
 * `npm run new-flow -- NAME`: adds a small working flow with its machine, view, texts and tests. The flow is a dialog
 * at `/user/home?popup=NAME`. `docs/add-a-flow.md` explains what to change afterwards.
 */

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const template = fileURLToPath(new URL('template/', import.meta.url))
const read = (file: string) => readFileSync(file, 'utf8')

function fail(why: string): never {
  console.error(`${why}\nnpm run new-flow -- NAME, in lower case with hyphens, such as daily-gift`)
  process.exit(1)
}

const [name = '', ...more] = process.argv.slice(2)
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || more.length > 0) fail('A flow needs one name.')
const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel.charAt(0).toUpperCase() + camel.slice(1)

/** Replaces text in a file. Exits with an error if the text is not in the file. */
function change(file: string, from: string | RegExp, to: string) {
  const [before, after] = [read(file), read(file).replace(from, to)]
  if (before === after) fail(`${file} has no place for a flow: expected ${from}.`)
  writeFileSync(file, after)
  console.log(`changed  ${file}`)
}

const texts = JSON.parse(read(`${template}locales.json.txt`)) as Record<string, object>
if (Object.hasOwn(JSON.parse(read('locales/en.json')), camel)) fail(`The locales have texts of ${camel} already.`)
const files = globSync('{machines,src,tests}/**/*.txt', { cwd: template })
  .sort()
  .map((source) => ({ source, file: source.replaceAll('NAME', name).replace(/\.txt$/, '') }))
for (const { file } of files) if (existsSync(file)) fail(`${file} exists.`)

for (const { source, file } of files) {
  const text = read(template + source)
    .replaceAll('NAME', name)
    .replaceAll('CAMEL', camel)
    .replaceAll('PASCAL', pascal)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`added    ${file}`)
}
for (const [language, area] of Object.entries(texts))
  change(
    `locales/${language}.json`,
    /\n}\n$/,
    `,\n  "${camel}": ${JSON.stringify(area, null, 2).replaceAll('\n', '\n  ')}\n}\n`,
  )
writeScores(readScores(), { [`machines/${name}.machine.ts`]: { noticed: 0, of: 0, missed: {} } })
console.log('changed  tests/mutation/scores.json')
change('src/routes/-overlay.ts', /(\| \{ popup: .*) \}/, `$1 | '${name}' }`)
change('src/routes/user.tsx', /(v\.picklist\(\[.*)\]/, `$1, '${name}']`)
const key = camel === name ? name : `'${name}'`
change(
  'src/routes/user.tsx',
  /(const popups = \{\n(?: {2}.*\n)*)\}/,
  `$1  ${key}: lazy(() => import('./user/-dialogs/${name}.tsx')),\n}`,
)

/** Runs a command from the installed packages. */
function run(command: string, ...args: string[]) {
  const { status } = spawnSync(command, args, { stdio: ['inherit', 'ignore', 'inherit'] })
  if (status !== 0) fail(`${command} ${args.join(' ')} has failed.`)
}
// the import order and the line breaks depend on the name
run('biome', 'check', '--write', ...files.map(({ file }) => file).filter((file) => !file.endsWith('.json')))
run(process.execPath, 'tests/kit/print.ts', '--write')
console.log(`
Look at it: npm start, then http://localhost:3000/user/home?popup=${name}
Test it:    npm run check, npx vitest run --project node tests/flows/${name},
            npx vitest run --project browser tests/flows/paths.test.tsx -t ${camel}
Go on:      docs/add-a-flow.md`)
