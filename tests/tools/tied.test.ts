import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { TIED } from '#tests/kit/tied.ts'

/** A program that starts a tied process. The tied process writes a line once it runs, and then runs forever. */
const PARENT = `
  const program = [...${JSON.stringify(TIED)}, '--eval', "console.log('runs'); setInterval(() => {}, 1000)"]
  require('node:child_process').spawn(process.execPath, program, { stdio: ['pipe', 'inherit', 'inherit'] })`

test('a process that is tied to its parent exits when the parent is killed', async () => {
  const parent = spawn(process.execPath, ['--eval', PARENT])
  await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  // the output closes only when the last process that writes to it has exited
  await once(parent, 'close')
  expect(parent.signalCode).toBe('SIGKILL')
})

test('a process that is tied to its parent exits when it has nothing left to do', async () => {
  const child = spawn(process.execPath, [...TIED, '--eval', ''])
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})
