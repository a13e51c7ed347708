import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'

const hook = resolve('.githooks', 'commit-msg')
const file = join(tempFolder('commit-msg'), 'message')

/** Runs the hook on a message. Returns its exit code and its error output. */
function check(message: string) {
  writeFileSync(file, message)
  const { status, stderr } = spawnSync(hook, [file], { encoding: 'utf8' })
  return { status, stderr }
}

it.each([
  'fix(chat): reconnect after a restart of the server',
  'docs: move the settings\n\nWhy; in a sentence.\n',
  '# a comment\n\nfeat!: drop a call',
  'Merge branch main',
  'Revert "fix(chat): reconnect; at once."',
  `fix(texts): ${'ก'.repeat(60)}`,
])('the commit check accepts %j', (message) => {
  expect(check(message)).toEqual({ status: 0, stderr: '' })
})

it.each([
  ['reconnect after a restart', 'does not begin with a type'],
  ['fix: ', 'does not begin with a type'],
  ['', 'does not begin with a type'],
  [`fix(texts): ${'ก'.repeat(61)}`, 'has more than 72 characters'],
  ['fix(chat): reconnect; resend', 'has a semicolon'],
  ['fix(chat): reconnect.', 'ends with a full stop'],
])('the commit check refuses %j', (message, why) => {
  const { status, stderr } = check(message)
  expect(status).toBe(1)
  expect(stderr).toContain(why)
})

it('CONTRIBUTING.md has fewer than 500 words', () => {
  expect(readFileSync('CONTRIBUTING.md', 'utf8').split(/\s+/).length).toBeLessThan(500)
})

it('README.md has at most 600 words', () => {
  expect(readFileSync('README.md', 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(600)
})

it('.node-version matches the Node version in package.json', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { node: string }
  }
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(devDependencies.node)
})
