import { describe, expect, test } from 'vitest'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { CLOSING, file, hours, NOON, picture } from '#tests/kit/samples/slip.ts'
import { start } from '#tests/kit/start.ts'
import slipUpload from './slip-upload.model.ts'

const choose = { type: 'slip.choose', facts: picture } as const
const submit = { type: 'slip.submit', file } as const
const open = () => start(slipUpload, { pending: null })
const is = (it: Awaited<ReturnType<typeof open>>, slip: string) => it.now().matches({ slip: slip as never })

describe('the hours in which slips are accepted', () => {
  test('are loaded when the dialog opens; until then a slip may be sent (R312, D-12)', async () => {
    const it = await open()
    expect(it.fakes.calls).toEqual([{ id: 'lookup.slip', input: {} }])
    await it.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect(is(it, 'uploading')).toBe(true)
  })

  test('if they cannot be loaded, the server decides (R535, D-12)', async () => {
    const it = await open()
    await it.fail('lookup.slip', noAnswer)
    expect([it.now().matches({ hours: 'unknown' }), it.now().context.hours]).toEqual([true, null])
    await it.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect(is(it, 'uploading')).toBe(true)
  })

  test('outside of them nothing is sent, within them again (R535, D-12)', async () => {
    const it = await open()
    await it.answer('lookup.slip', hours)
    expect(it.now().matches({ hours: 'known' })).toBe(true)
    await it.send({ type: 'clock.tick', now: CLOSING }, choose, submit)
    expect([is(it, 'choosing'), it.asked('upload')]).toEqual([true, []])
    await it.send({ type: 'clock.tick', now: NOON }, submit)
    expect(it.asked('upload')).toHaveLength(1)
  })

  test('closing time does not stop a running upload (R535)', async () => {
    const it = await open()
    await it.send(choose, submit)
    await it.answer('lookup.slip', hours)
    await it.send({ type: 'clock.tick', now: CLOSING })
    await it.answer('upload', {})
    expect(is(it, 'sent')).toBe(true)
  })
})
