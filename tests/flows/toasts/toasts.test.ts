import { expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import toasts from './toasts.model.ts'

const done = { type: 'toast.show', tone: 'wait', text: 'qr.done' } as const
const failed = { type: 'toast.show', tone: 'bad', text: 'qr.saveFailed' } as const
async function open() {
  const it = await start(toasts, undefined)
  return { ...it, texts: () => it.now().context.toasts.map(({ text }) => text) }
}

test('a message disappears after 4 s by itself (R513, R392)', async () => {
  const it = await open()
  await it.send(done)
  expect(it.now().context.toasts).toMatchObject([{ tone: 'wait', text: 'qr.done' }])
  await it.pass(3_999)
  expect(it.texts()).toEqual(['qr.done'])
  await it.pass(1)
  expect(it.texts()).toEqual([])
})

test('each message has its own 4 s (R513)', async () => {
  const it = await open()
  await it.send(done)
  await it.pass(2_500)
  await it.send(failed)
  expect(it.texts()).toEqual(['qr.done', 'qr.saveFailed'])
  await it.pass(1_500)
  expect(it.texts()).toEqual(['qr.saveFailed'])
  await it.pass(2_500)
  expect(it.texts()).toEqual([])
})

test('the same message again is shown once, for 4 s from then (R513)', async () => {
  const it = await open()
  await it.send(done)
  await it.pass(3_000)
  await it.send(done)
  expect(it.texts()).toEqual(['qr.done'])
  await it.pass(3_999)
  expect(it.texts()).toEqual(['qr.done'])
  await it.pass(1)
  expect(it.texts()).toEqual([])
})

test('the player closes one message, not the others (R513)', async () => {
  const it = await open()
  await it.send(done, failed)
  const id = it.now().context.toasts[0]?.id ?? 0
  await it.send({ type: 'toast.close', id })
  expect(it.texts()).toEqual(['qr.saveFailed'])
})

const told = (text: typeof noAnswer) => ({ type: 'toast.show', tone: 'bad', text }) as const

test('a failure is kept for 4 s unchanged: the screen chooses its text (R392, R513)', async () => {
  const it = await open()
  await it.send(told(refused('EXISTING_USER')))
  expect(it.now().context.toasts).toMatchObject([{ tone: 'bad', text: refused('EXISTING_USER') }])
  await it.pass(4_000)
  expect(it.texts()).toEqual([])
})

test('the same failure twice is shown once, another one beside it (R513)', async () => {
  const it = await open()
  await it.send(told(refused('EXISTING_USER')), told(noAnswer), told(refused('EXISTING_USER')))
  expect(it.texts()).toEqual([noAnswer, refused('EXISTING_USER')])
  const again = { ...refused('EXISTING_USER'), reference: 'aDnNWkFXeEOL' }
  await it.send(told(again))
  expect(it.texts()).toEqual([noAnswer, again])
  await it.send(told({ ...refused('EXISTING_USER'), message: 'raw' }))
  expect(it.texts()).toHaveLength(3)
})
