import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'
import { start } from '#tests/kit/start.ts'
import devices from './devices.model.ts'

const LIST = 'session.list'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const endPhone = { type: 'device.end', id: phone.id } as const
const gotIt = { type: 'end.gotIt' } as const

async function shown(sessions: readonly (typeof here | null)[] = [here, null, phone]) {
  const it = await start(devices, undefined)
  await it.answer(LIST, { sessions })
  return it
}
async function ending() {
  const it = await shown()
  await it.send(endPhone)
  return it
}
async function confirming() {
  const it = await shown()
  await it.send({ type: 'others.ask' })
  return it
}

describe('the list', () => {
  test('is read once, when it opens (R559)', async () => {
    const it = await start(devices, undefined)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['loading', true])
    await it.answer(LIST, { sessions: [here, null, phone] })
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['shown', false])
    expect(it.now().context.sessions).toEqual([here, null, phone])
    await it.pass(600_000)
    expect(it.asked(LIST)).toEqual([{}])
  })

  test('that fails is read again when the player says so, and not before', async () => {
    const it = await start(devices, undefined)
    await it.fail(LIST, noAnswer)
    await it.pass(600_000)
    expect([it.now().value, it.asked(LIST).length]).toEqual(['failed', 1])
    await it.send({ type: 'devices.retry' }, { type: 'devices.retry' })
    expect([it.now().value, it.asked(LIST).length]).toEqual(['loading', 2])
  })

  test('that is shown is not read again on retry', async () => {
    const it = await shown()
    await it.send({ type: 'devices.retry' })
    expect(it.asked(LIST)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('sends its id with a key, then reads the list again (R560, R563)', async () => {
    const it = await shown([here, { ...phone, id: 'tablet' }, phone])
    await it.send(endPhone)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['ending', true])
    expect(it.asked('end')).toEqual([{ id: phone.id, key }])
    await it.answer('end', {})
    expect(it.asked(LIST)).toHaveLength(2)
    await it.answer(LIST, { sessions: [here] })
    expect(it.now().context.sessions).toEqual([here])
  })

  test.each([here.id, 'unknown'])(
    '%s cannot be ended here: it is this session, or not in the list (R563)',
    async (id) => {
      const it = await shown()
      await it.send({ type: 'device.end', id })
      expect([it.now().value, it.asked('end').length]).toEqual(['shown', 0])
    },
  )

  test('has a key of its own each time', async () => {
    const it = await ending()
    await it.answer('end', {})
    await it.answer(LIST, { sessions: [here, phone] })
    await it.send(endPhone)
    const [first, second] = it.asked('end') as { key: string }[]
    expect(second).toEqual({ id: phone.id, key })
    expect(second?.key).not.toBe(first?.key)
  })

  test('a second press while the first is sent changes nothing', async () => {
    const it = await ending()
    await it.send(endPhone, { type: 'others.ask' }, gotIt)
    expect([it.now().value, it.asked('end').length]).toEqual(['ending', 1])
  })
})

describe('ending all others', () => {
  test('is asked for first, and sent once the player has confirmed (R561, R564)', async () => {
    const it = await confirming()
    expect([it.now().value, it.asked('end').length]).toEqual(['confirming', 0])
    await it.send({ type: 'others.confirm' })
    expect(it.asked('end')).toEqual([{ id: null, key }])
  })

  test('is not sent when the player cancels, nor confirmed afterwards (R564)', async () => {
    const it = await confirming()
    await it.send({ type: 'others.leave' }, { type: 'others.confirm' })
    expect([it.now().value, it.asked('end').length]).toEqual(['shown', 0])
  })

  test('is offered only if there is another session that can be read (R563)', async () => {
    const it = await shown([here, null])
    await it.send({ type: 'others.ask' }, { type: 'others.confirm' })
    expect([it.now().value, it.asked('end').length]).toEqual(['shown', 0])
  })
})

describe('an end that fails', () => {
  test('in an unknown way is checked again with the same key and target (R565)', async () => {
    const it = await ending()
    await it.fail('end', noAnswer)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['unsure', false])
    await it.pass(600_000)
    await it.send({ type: 'end.check' })
    const [first, second] = it.asked('end')
    expect([it.now().value, second]).toEqual(['ending', first])
  })

  test('without an answer is left by reading the list again (R565)', async () => {
    const it = await ending()
    await it.fail('end', noAnswer)
    await it.send(gotIt)
    expect([it.now().value, it.asked(LIST).length, it.asked('end').length]).toEqual(['loading', 2, 1])
  })

  test('because it had ended already reads the list again (R565)', async () => {
    const it = await ending()
    await it.fail('end', refused('NO_DATA'))
    expect([it.now().value, it.asked(LIST).length]).toEqual(['loading', 2])
  })

  test('by a refusal shows its reason until the player dismisses it (R565)', async () => {
    const it = await ending()
    await it.fail('end', refused('REQUEST_LIMIT'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await it.send({ type: 'end.check' }, gotIt)
    expect([it.now().value, it.asked(LIST).length, it.asked('end').length]).toEqual(['loading', 2, 1])
  })
})
