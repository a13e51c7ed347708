import { describe, expect, test } from 'vitest'
import { createEmptyActor } from 'xstate'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { CLOSING, file, hours, NOON, picture } from '#tests/kit/samples/slip.ts'
import { start } from '#tests/kit/start.ts'
import slipUpload from './slip-upload.model.ts'

const choose = { type: 'slip.choose', facts: picture } as const
const submit = { type: 'slip.submit', file } as const
const open = () => start(slipUpload, { wallet: createEmptyActor() as never, pending: null })
const is = (app: Awaited<ReturnType<typeof open>>, slip: string) => app.now().matches({ slip: slip as never })

describe('the opening hours for slips', () => {
  test('are loaded when the dialog opens, and do not block any slip until they arrive (R312, D-12)', async () => {
    const app = await open()
    expect(app.fakes.calls).toEqual([{ id: 'lookup.slip', input: {} }])
    await app.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect(is(app, 'uploading')).toBe(true)
  })

  test('are enforced only by the server if they cannot be loaded (R535, D-12)', async () => {
    const app = await open()
    await app.fail('lookup.slip', noAnswer)
    expect([app.now().matches({ hours: 'unknown' }), app.now().context.hours]).toEqual([true, null])
    await app.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect(is(app, 'uploading')).toBe(true)
  })

  test('block an upload after closing time, and allow one during opening hours (R535, D-12)', async () => {
    const app = await open()
    await app.answer('lookup.slip', hours)
    expect(app.now().matches({ hours: 'known' })).toBe(true)
    await app.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect([is(app, 'choosing'), app.asked('upload')]).toEqual([true, []])
    await app.send({ type: 'clock.tick', now: NOON }, submit)
    expect(app.asked('upload')).toHaveLength(1)
  })

  test('let a running upload finish after closing time (R535)', async () => {
    const app = await open()
    await app.send(choose, submit)
    await app.answer('lookup.slip', hours)
    await app.send({ type: 'clock.tick', now: CLOSING })
    await app.answer('upload', {})
    expect(is(app, 'sent')).toBe(true)
  })
})
