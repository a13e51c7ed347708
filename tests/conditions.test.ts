import { expect, test } from 'vitest'
import { start } from './kit/start.ts'
import conditions from './models/conditions.model.ts'
import { noAnswer } from './models/fixtures/failures.ts'

const texts = ['<p>1</p>', '<p>2</p>']
const open = () => start(conditions, undefined)

test('R70 R306 the popup asks for the conditions when it opens, and shows them all', async () => {
  const it = await open()
  expect(it.fakes.calls).toEqual([{ id: 'lookup.conditions', input: {} }])
  expect(it.now().hasTag('busy')).toBe(true)
  await it.answer('lookup.conditions', texts)
  expect(it.now().matches('shown')).toBe(true)
  expect(it.now().hasTag('busy')).toBe(false)
  expect(it.now().context.conditions).toEqual(texts)
})

test('R150 no conditions are a good answer', async () => {
  const it = await open()
  await it.answer('lookup.conditions', [])
  expect(it.now().matches('shown')).toBe(true)
})

test('D-48 a failure is said in the popup, and asked again only by the player', async () => {
  const it = await open()
  await it.fail('lookup.conditions', noAnswer)
  expect(it.now().matches('failed')).toBe(true)
  await it.pass(60_000)
  expect(it.asked('lookup.conditions')).toHaveLength(1)
  await it.send({ type: 'conditions.retry' })
  expect(it.asked('lookup.conditions')).toHaveLength(2)
  await it.answer('lookup.conditions', texts)
  expect(it.now().context.conditions).toEqual(texts)
})
