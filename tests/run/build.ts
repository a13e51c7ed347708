import { execSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'

/* Builds the product and the migrations. Fails if the generated files differ from those in the repository. */

const generated = () =>
  ['src/routeTree.gen.ts', ...globSync('server/migrations/**/*.{sql,json}').sort()]
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n')

const before = generated()
// Removes the last build, so that the files to compare are generated again.
for (const folder of ['dist', 'dist-server']) rmSync(folder, { recursive: true, force: true })
execSync('node server/build.ts', { stdio: 'inherit' })
execSync('npm run --silent migration', { stdio: ['ignore', 'ignore', 'inherit'] })
if (generated() !== before) {
  console.error('src/routeTree.gen.ts or server/migrations has changed: commit what was generated.')
  process.exitCode = 1
}
