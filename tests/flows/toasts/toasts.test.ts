import { expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import toasts from './toasts.model.ts'

const done = { type: 'toast.show', tone: 'wait', text: 'qr.done' } as const
const failed = { type: 'toast.show', tone: 'bad', text: 'qr.saveFailed' } as const
async function open() {
  const app = await start(toasts, undefined)
  return { ...app, texts: () => app.now().context.toasts.map(({ text }) => text) }
}

test('a message disappears automatically after 4 s (R513, R392)', async () => {
  const app = await open()
  await app.send(done)
  expect(app.now().context.toasts).toMatchObject([{ tone: 'wait', text: 'qr.done' }])
  await app.pass(3_999)
  expect(app.texts()).toEqual(['qr.done'])
  await app.pass(1)
  expect(app.texts()).toEqual([])
})

test('each message has its own 4 s timer (R513)', async () => {
  const app = await open()
  await app.send(done)
  await app.pass(2_500)
  await app.send(failed)
  expect(app.texts()).toEqual(['qr.done', 'qr.saveFailed'])
  await app.pass(1_500)
  expect(app.texts()).toEqual(['qr.saveFailed'])
  await app.pass(2_500)
  expect(app.texts()).toEqual([])
})

test('repeating a message restarts its 4 s timer, and does not show the message twice (R513)', async () => {
  const app = await open()
  await app.send(done)
  await app.pass(3_000)
  await app.send(done)
  expect(app.texts()).toEqual(['qr.done'])
  await app.pass(3_999)
  expect(app.texts()).toEqual(['qr.done'])
  await app.pass(1)
  expect(app.texts()).toEqual([])
})

test('the player can close one message without closing the others (R513)', async () => {
  const app = await open()
  await app.send(done, failed)
  const id = app.now().context.toasts[0]?.id ?? 0
  await app.send({ type: 'toast.close', id })
  expect(app.texts()).toEqual(['qr.saveFailed'])
})

const told = (text: typeof noAnswer) => ({ type: 'toast.show', tone: 'bad', text }) as const

test('a failure is stored unchanged for 4 s, so that the screen can choose its text (R392, R513)', async () => {
  const app = await open()
  await app.send(told(refused('EXISTING_USER')))
  expect(app.now().context.toasts).toMatchObject([{ tone: 'bad', text: refused('EXISTING_USER') }])
  await app.pass(4_000)
  expect(app.texts()).toEqual([])
})

test('a repeated failure is shown once, alongside any different failure (R513)', async () => {
  const app = await open()
  await app.send(told(refused('EXISTING_USER')), told(noAnswer), told(refused('EXISTING_USER')))
  expect(app.texts()).toEqual([noAnswer, refused('EXISTING_USER')])
  const again = { ...refused('EXISTING_USER'), reference: 'aDnNWkFXeEOL' }
  await app.send(told(again))
  expect(app.texts()).toEqual([noAnswer, again])
  await app.send(told({ ...refused('EXISTING_USER'), message: 'raw' }))
  expect(app.texts()).toHaveLength(3)
})
