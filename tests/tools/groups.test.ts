import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/**
 * Starts a process that runs `lines` as groups, one after another, and then writes "after". After a signal, the process
 * waits up to `patience` ms and then kills the groups.
 */
async function runner(lines: readonly string[], patience = 10_000) {
  const program = `
    import { exitOnSignals, runGroup } from './tests/run/groups.ts'
    exitOnSignals(${patience})
    for (const line of ${JSON.stringify(lines)}) await runGroup(line, [], { shell: true })
    console.log('after')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += part
  })
  await once(child.stdout, 'data')
  return { child, text: () => text }
}

// The output closes only after the last process that writes to it has exited, so "close" means that no process is left.
test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops all processes of a group before the runner exits',
  async (name) => {
    const { child, text } = await runner(['echo runs; sleep 1000 | sleep 1000', 'echo next'])
    child.kill(name)
    await once(child, 'close')
    expect(child.exitCode).toBe(1)
    expect(text()).toBe('runs\n')
  },
)

test('the runner kills a group that ignores the signal', async () => {
  const { child, text } = await runner(["trap '' INT TERM; echo runs; sleep 1000 | sleep 1000"], 100)
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(child.exitCode).toBe(1)
  expect(text()).toBe('runs\n')
})

test('the runner runs its groups one after another if no signal arrives', async () => {
  const { child, text } = await runner(['echo one', 'echo two; exit 3'])
  await once(child, 'close')
  expect(child.exitCode).toBe(0)
  expect(text()).toBe('one\ntwo\nafter\n')
})
