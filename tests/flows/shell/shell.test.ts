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
  const app = await start({ ...shell, config }, undefined)
  return { ...app, loads: () => loads }
}

test('the site offers a newer version, and does not reload the page until the player accepts it (D-59)', async () => {
  const app = await open()
  await app.send({ type: 'version.found' })
  await app.pass(60_000)
  expect(app.now().matches({ version: 'found' })).toBe(true)
  expect(app.fakes.calls).toEqual([])
  expect(app.loads()).toBe(0)
})

test('once the player accepts a newer version, it takes over, and then the page reloads once (D-59)', async () => {
  const app = await open()
  await app.send({ type: 'version.found' }, { type: 'version.take' })
  expect(app.loads()).toBe(0)
  await app.send({ type: 'version.found' })
  await app.answer('worker.change', undefined)
  expect(app.loads()).toBe(1)
})

test('the page also reloads if the newer version does not take over (D-59)', async () => {
  const app = await open()
  await app.send({ type: 'version.found' }, { type: 'version.take' })
  await app.fail('worker.change', noAnswer)
  expect(app.loads()).toBe(1)
})

test('a dismissed version offer stays closed until the site finds another version (D-59)', async () => {
  const app = await open()
  await app.send({ type: 'version.found' }, { type: 'version.postpone' }, { type: 'version.take' })
  expect(app.now().matches({ version: 'postponed' })).toBe(true)
  await app.send({ type: 'version.found' })
  expect(app.now().matches({ version: 'found' })).toBe(true)
})

test('a lost connection does not affect the version offer (D-59)', async () => {
  const app = await open()
  await app.send({ type: 'version.found' }, { type: 'network.lost' })
  expect(app.now().value).toEqual({ connection: 'offline', version: 'found' })
  await app.send({ type: 'network.back' })
  expect(app.now().value).toEqual({ connection: 'online', version: 'found' })
})
