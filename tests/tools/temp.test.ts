import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'

const execute = promisify(execFile)

/** Runs a process with its temporary folders in `root`. The process's `script` can call `tempFolder`. */
const runIn = (root: string, script: string) =>
  execute(process.execPath, ['--eval', `import('./tests/kit/temp.ts').then(({ tempFolder }) => { ${script} })`], {
    env: { ...process.env, TMPDIR: root },
  })

test('the last process to exit removes the parent of all temporary folders', async () => {
  const root = tempFolder('root')
  await runIn(root, "tempFolder('made')")
  expect(readdirSync(root)).toEqual([])
})

test('an exiting process leaves the folders of other processes', async () => {
  const root = tempFolder('root')
  // a killed process cannot clean up
  await runIn(root, "tempFolder('killed'); process.kill(process.pid, 'SIGKILL')").catch(() => {})
  await runIn(root, "tempFolder('made')")
  expect(readdirSync(join(root, 'krapao-tests'))).toEqual([expect.stringMatching(/^killed-/)])
})

test('a folder can be created while other processes remove the empty parent', async () => {
  const root = tempFolder('root')
  const parent = join(root, 'krapao-tests')
  const again = `const { rmdirSync, rmSync } = require('node:fs')
    for (let i = 0; i < 300; i++) {
      rmSync(tempFolder('again'), { recursive: true })
      try { rmdirSync(${JSON.stringify(parent)}) } catch {}
    }`
  await Promise.all([runIn(root, again), runIn(root, again)])
  expect(existsSync(parent)).toBe(false)
})
