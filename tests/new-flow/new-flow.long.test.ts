import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneInto } from '#tests/kit/clone.ts'
import { tempFolder } from '#tests/kit/temp.ts'

const NAME = 'daily-gift'
/** The id of the new flow's machine. */
const ID = 'dailyGift'
const clone = tempFolder('new-flow')

/** Runs a command from the installed packages in the clone. Returns its exit code and its whole output. */
function run(command: string, ...args: string[]) {
  const { VITEST: _, ...env } = process.env
  const bin = resolve('node_modules/.bin')
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    env: { ...env, PATH: `${bin}:${env.PATH}` },
  })
  return { status, text: stripVTControlCharacters(stdout + stderr) }
}

const green = (...command: [string, ...string[]]) => {
  const { status, text } = run(...command)
  expect(status, text).toBe(0)
}

describe('a new flow generated in a clone of the repository', { timeout: 300_000 }, () => {
  beforeAll(() => {
    cloneInto(clone)
    green('git', 'init', '--quiet')
    green(process.execPath, 'tests/new-flow/main.ts', NAME)
  }, 300_000)

  // a new flow adds no files to the other TypeScript projects
  it.each(['machines', 'src', '.'])('passes the type check in %s', (room) => green('tsc', '-p', room))

  it('passes the linter', () =>
    green(
      'biome',
      'check',
      'machines',
      'src/actors',
      'src/routes',
      `src/features/${NAME}`,
      `tests/flows/${NAME}`,
      'locales',
    ))

  it('contains no dead code', () => green('knip'))

  it('passes its own tests, and the tests of all machines, texts and pages', () => {
    const all = ['paths', 'card', 'screens', 'requirements', 'references', 'mutation-scores']
    const files = [`tests/flows/${NAME}`, 'tests/client/locales', ...all.map((each) => `tests/tools/${each}`)]
    green('vitest', 'run', '--project', 'node', ...files)
  })

  it('passes the browser tests of its paths', () => {
    const { status, text } = run('vitest', 'run', '--project', 'browser', 'tests/flows/paths.test.tsx', '-t', ID)
    expect(status, text).toBe(0)
    // a run whose filter matches no test passes, too
    expect(text).toMatch(/Tests +[1-9]\d* passed/)
  })

  it.each([NAME, 'conditions', 'Daily Gift', ''])('is refused if its name is %j', (name) => {
    const { status, text } = run(process.execPath, 'tests/new-flow/main.ts', name)
    expect(text).toContain('npm run new-flow -- NAME')
    expect(status).toBe(1)
  })
})
