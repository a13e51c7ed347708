import { expect, test } from 'vitest'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import shell from './shell.model.ts'

async function open() {
  const { machine } = shell.config
  let loads = 0
  const reload = () => {
    loads += 1
  }
  const config = { ...shell.config, machine: machine.provide({ actions: { reload } }) as typeof machine }
  const it = await start({ ...shell, config }, undefined)
  return { ...it, loads: () => loads }
}

test('a newer version is offered, and the page stays until the player takes it (D-59)', async () => {
  const it = await open()
  await it.send({ type: 'version.found' })
  await it.pass(60_000)
  expect(it.now().matches({ version: 'found' })).toBe(true)
  expect(it.fakes.calls).toEqual([])
  expect(it.loads()).toBe(0)
})

test('a taken version takes over first, then the page is loaded again, once (D-59)', async () => {
  const it = await open()
  await it.send({ type: 'version.found' }, { type: 'version.take' })
  expect(it.loads()).toBe(0)
  await it.send({ type: 'version.found' })
  await it.answer('worker.change', undefined)
  expect(it.loads()).toBe(1)
})

test('the page is loaded again too if the newer version does not take over (D-59)', async () => {
  const it = await open()
  await it.send({ type: 'version.found' }, { type: 'version.take' })
  await it.fail('worker.change', noAnswer)
  expect(it.loads()).toBe(1)
})

test('a closed offer stays closed until there is another version (D-59)', async () => {
  const it = await open()
  await it.send({ type: 'version.found' }, { type: 'version.postpone' }, { type: 'version.take' })
  expect(it.now().matches({ version: 'postponed' })).toBe(true)
  await it.send({ type: 'version.found' })
  expect(it.now().matches({ version: 'found' })).toBe(true)
})

test('a lost connection changes nothing about the version (D-59)', async () => {
  const it = await open()
  await it.send({ type: 'version.found' }, { type: 'network.lost' })
  expect(it.now().value).toEqual({ connection: 'offline', version: 'found' })
  await it.send({ type: 'network.back' })
  expect(it.now().value).toEqual({ connection: 'online', version: 'found' })
})
