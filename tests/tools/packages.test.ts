import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import lock from '../../package-lock.json' with { type: 'json' }

const wanted = Object.entries({ ...project.dependencies, ...project.devDependencies })
const installed: Record<string, { version?: string }> = lock.packages

test.each(wanted)('package.json pins %s to the version that is installed', (name, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(installed[`node_modules/${name}`]?.version).toBe(version)
})

test('SECURITY.md states how soon each kind of vulnerability in a package is fixed', () => {
  const [, section = ''] = readFileSync('SECURITY.md', 'utf8').split('## Packages with known holes\n')
  const days = [...section.matchAll(/^\| (.+) \| (\d+) days \|$/gm)].map(([, , count]) => Number(count))
  expect(days).toEqual([7, 30, 90, 180])
})
