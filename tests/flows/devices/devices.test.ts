import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'
import { confirmed, declined } from '#tests/kit/samples/step-up.ts'
import { start } from '#tests/kit/start.ts'
import devices from './devices.model.ts'

const LIST = 'session.list'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const endPhone = { type: 'device.end', id: phone.id } as const
const gotIt = { type: 'end.gotIt' } as const

async function shown(sessions: readonly (typeof here | null)[] = [here, null, phone]) {
  const app = await start(devices, {})
  await app.answer(LIST, { sessions })
  return app
}
async function ending() {
  const app = await shown()
  await app.send(endPhone)
  return app
}
async function confirming() {
  const app = await shown()
  await app.send({ type: 'others.ask' })
  return app
}

describe('the list', () => {
  test('is read once, when it opens (R559)', async () => {
    const app = await start(devices, {})
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['loading', true])
    await app.answer(LIST, { sessions: [here, null, phone] })
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context.sessions).toEqual([here, null, phone])
    await app.pass(600_000)
    expect(app.asked(LIST)).toEqual([{}])
  })

  test('is read again after a failure only when the player retries', async () => {
    const app = await start(devices, {})
    await app.fail(LIST, noAnswer)
    await app.pass(600_000)
    expect([app.now().value, app.asked(LIST).length]).toEqual(['failed', 1])
    await app.send({ type: 'devices.retry' }, { type: 'devices.retry' })
    expect([app.now().value, app.asked(LIST).length]).toEqual(['loading', 2])
  })

  test('is not read again on retry while it is shown', async () => {
    const app = await shown()
    await app.send({ type: 'devices.retry' })
    expect(app.asked(LIST)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('sends its id with a key, then reads the list again (R560, R563)', async () => {
    const app = await shown([here, { ...phone, id: 'tablet' }, phone])
    await app.send(endPhone)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['ending', true])
    expect(app.asked('end')).toEqual([{ id: phone.id, key }])
    await app.answer('end', {})
    expect(app.asked(LIST)).toHaveLength(2)
    await app.answer(LIST, { sessions: [here] })
    expect(app.now().context.sessions).toEqual([here])
  })

  test.each([here.id, 'unknown'])(
    '%s cannot be ended here: it is this session, or not in the list (R563)',
    async (id) => {
      const app = await shown()
      await app.send({ type: 'device.end', id })
      expect([app.now().value, app.asked('end').length]).toEqual(['shown', 0])
    },
  )

  test('has a new key each time', async () => {
    const app = await ending()
    await app.answer('end', {})
    await app.answer(LIST, { sessions: [here, phone] })
    await app.send(endPhone)
    const [first, second] = app.asked('end') as { key: string }[]
    expect(second).toEqual({ id: phone.id, key })
    expect(second?.key).not.toBe(first?.key)
  })

  test('ignores a second press while the first is being sent', async () => {
    const app = await ending()
    await app.send(endPhone, { type: 'others.ask' }, gotIt)
    expect([app.now().value, app.asked('end').length]).toEqual(['ending', 1])
  })
})

describe('ending all others', () => {
  test('asks for confirmation first, and is sent once the player confirms (R561, R564)', async () => {
    const app = await confirming()
    expect([app.now().value, app.asked('end').length]).toEqual(['confirming', 0])
    await app.send({ type: 'others.confirm' })
    expect(app.asked('end')).toEqual([{ id: null, key }])
  })

  test('is not sent when the player cancels, and cannot be confirmed afterwards (R564)', async () => {
    const app = await confirming()
    await app.send({ type: 'others.leave' }, { type: 'others.confirm' })
    expect([app.now().value, app.asked('end').length]).toEqual(['shown', 0])
  })

  test('is offered only if there is another session that can be read (R563)', async () => {
    const app = await shown([here, null])
    await app.send({ type: 'others.ask' }, { type: 'others.confirm' })
    expect([app.now().value, app.asked('end').length]).toEqual(['shown', 0])
  })
})

describe('a logout that fails or gets no answer', () => {
  test('is checked again with the same key and target (R565)', async () => {
    const app = await ending()
    await app.fail('end', noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.pass(600_000)
    await app.send({ type: 'end.check' })
    const [first, second] = app.asked('end')
    expect([app.now().value, second]).toEqual(['ending', first])
  })

  test('can be left without a check, which reads the list again (R565)', async () => {
    const app = await ending()
    await app.fail('end', noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.asked(LIST).length, app.asked('end').length]).toEqual(['loading', 2, 1])
  })

  test('reads the list again if the session had already ended (R565)', async () => {
    const app = await ending()
    await app.fail('end', refused('NO_DATA'))
    expect([app.now().value, app.asked(LIST).length]).toEqual(['loading', 2])
  })

  test('shows the reason for a refusal until the player dismisses it (R565)', async () => {
    const app = await ending()
    await app.fail('end', refused('REQUEST_LIMIT'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await app.send({ type: 'end.check' }, gotIt)
    expect([app.now().value, app.asked(LIST).length, app.asked('end').length]).toEqual(['loading', 2, 1])
  })
})

describe('on a backend that asks for the password (R643)', () => {
  const STEP_UP = 'stepUp'
  async function asked(event: typeof endPhone | { type: 'others.ask' } = endPhone) {
    const app = await start(devices, { asksPassword: true })
    await app.answer(LIST, { sessions: [here, phone] })
    await app.send(event)
    return app
  }

  test('ending one session is confirmed with a proof of that change (R643)', async () => {
    const app = await asked()
    expect(app.now().value).toBe('proving')
    expect(app.asked(STEP_UP)).toEqual([{ name: 'session.end', input: { id: phone.id } }])
    await app.answer(STEP_UP, confirmed({}))
    expect(app.now().value).toBe('loading')
    expect(app.asked('end')).toEqual([])
  })

  test('ending all others is confirmed in the same way (R643)', async () => {
    const app = await asked({ type: 'others.ask' })
    expect(app.asked(STEP_UP)).toEqual([{ name: 'session.endOthers', input: {} }])
  })

  test('a proof is also asked for after the backend has refused the change without one (R643)', async () => {
    const app = await ending()
    await app.fail('end', refused('WRONG_PASSWORD'))
    expect(app.now().value).toBe('proving')
    await app.answer(STEP_UP, { status: 'left' })
    await app.send({ type: 'others.ask' })
    expect(app.now().value).toBe('proving')
  })

  test('nothing ends when the player goes back (R643)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    expect(app.now().value).toBe('shown')
    expect(app.asked(LIST)).toHaveLength(1)
  })

  test.each([
    ['stops checking', { status: 'unknown' }],
    ['finds the session ended already', declined('NO_DATA')],
  ])('the list is read again when the player %s (R565)', async (_, outcome) => {
    const app = await asked()
    await app.answer(STEP_UP, outcome)
    expect(app.now().value).toBe('loading')
  })

  test('any other refusal is shown (R565)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, declined('REQUEST_LIMIT'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
  })

  test('a session that is not in the list cannot be ended (R563)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    await app.send({ type: 'device.end', id: here.id })
    expect(app.now().value).toBe('shown')
  })

  test('one of several others can be ended, and nothing if there are no others (R643)', async () => {
    const app = await start(devices, { asksPassword: true })
    await app.answer(LIST, { sessions: [here] })
    await app.send({ type: 'others.ask' })
    expect(app.now().value).toBe('shown')
    const several = await start(devices, { asksPassword: true })
    await several.answer(LIST, { sessions: [here, { ...phone, id: 'tablet' }, phone] })
    await several.send(endPhone)
    expect(several.now().value).toBe('proving')
  })
})
