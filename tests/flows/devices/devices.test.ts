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

describe('the list of devices', () => {
  test('is loaded once, when it opens (R559)', async () => {
    const app = await start(devices, {})
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['loading', true])
    await app.answer(LIST, { sessions: [here, null, phone] })
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context.sessions).toEqual([here, null, phone])
    await app.pass(600_000)
    expect(app.asked(LIST)).toEqual([{}])
  })

  test('is reloaded after a failure only when the player retries', async () => {
    const app = await start(devices, {})
    await app.fail(LIST, noAnswer)
    await app.pass(600_000)
    expect([app.now().value, app.asked(LIST).length]).toEqual(['failed', 1])
    await app.send({ type: 'devices.retry' }, { type: 'devices.retry' })
    expect([app.now().value, app.asked(LIST).length]).toEqual(['loading', 2])
  })

  test('ignores a retry while it is shown', async () => {
    const app = await shown()
    await app.send({ type: 'devices.retry' })
    expect(app.asked(LIST)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('sends the session’s id with an idempotency key, then reloads the list (R560, R563)', async () => {
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
    'is not possible for the current session or for a session that is not in the list: %s (R563)',
    async (id) => {
      const app = await shown()
      await app.send({ type: 'device.end', id })
      expect([app.now().value, app.asked('end').length]).toEqual(['shown', 0])
    },
  )

  test('uses a new idempotency key each time', async () => {
    const app = await ending()
    await app.answer('end', {})
    await app.answer(LIST, { sessions: [here, phone] })
    await app.send(endPhone)
    const [first, second] = app.asked('end') as { key: string }[]
    expect(second).toEqual({ id: phone.id, key })
    expect(second?.key).not.toBe(first?.key)
  })

  test('ignores further requests while one is being sent', async () => {
    const app = await ending()
    await app.send(endPhone, { type: 'others.ask' }, gotIt)
    expect([app.now().value, app.asked('end').length]).toEqual(['ending', 1])
  })
})

describe('the request to end all other sessions', () => {
  test('is sent only after the player confirms (R561, R564)', async () => {
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

  test('is never sent if no other session in the list is readable (R563)', async () => {
    const app = await shown([here, null])
    await app.send({ type: 'others.ask' }, { type: 'others.confirm' })
    expect([app.now().value, app.asked('end').length]).toEqual(['shown', 0])
  })
})

describe('a failed or unanswered request to end a session', () => {
  test('is resent with the same key and session id when the player checks the outcome (R565)', async () => {
    const app = await ending()
    await app.fail('end', noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.pass(600_000)
    await app.send({ type: 'end.check' })
    const [first, second] = app.asked('end')
    expect([app.now().value, second]).toEqual(['ending', first])
  })

  test('is not checked if the player dismisses the message, and the list is then reloaded (R565)', async () => {
    const app = await ending()
    await app.fail('end', noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.asked(LIST).length, app.asked('end').length]).toEqual(['loading', 2, 1])
  })

  test('reloads the list if the session had already ended (R565)', async () => {
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

describe('on a backend that requires a step-up (R643)', () => {
  const STEP_UP = 'stepUp'
  async function asked(event: typeof endPhone | { type: 'others.ask' } = endPhone) {
    const app = await start(devices, { asksPassword: true })
    await app.answer(LIST, { sessions: [here, phone] })
    await app.send(event)
    return app
  }

  test('ending one session requires a step-up for exactly that session (R643)', async () => {
    const app = await asked()
    expect(app.now().value).toBe('proving')
    expect(app.asked(STEP_UP)).toEqual([{ name: 'session.end', input: { id: phone.id } }])
    await app.answer(STEP_UP, confirmed({}))
    expect(app.now().value).toBe('loading')
    expect(app.asked('end')).toEqual([])
  })

  test('ending all other sessions requires its own step-up (R643)', async () => {
    const app = await asked({ type: 'others.ask' })
    expect(app.asked(STEP_UP)).toEqual([{ name: 'session.endOthers', input: {} }])
  })

  test('a step-up also starts if the backend refuses a request that was sent without one (R643)', async () => {
    const app = await ending()
    await app.fail('end', refused('WRONG_PASSWORD'))
    expect(app.now().value).toBe('proving')
    await app.answer(STEP_UP, { status: 'left' })
    await app.send({ type: 'others.ask' })
    expect(app.now().value).toBe('proving')
  })

  test('no session ends when the player leaves the step-up (R643)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    expect(app.now().value).toBe('shown')
    expect(app.asked(LIST)).toHaveLength(1)
  })

  test.each([
    ['stops checking', { status: 'unknown' }],
    ['finds that the session had already ended', declined('NO_DATA')],
  ])('the list is reloaded when the player %s (R565)', async (_, outcome) => {
    const app = await asked()
    await app.answer(STEP_UP, outcome)
    expect(app.now().value).toBe('loading')
  })

  test('a refusal such as REQUEST_LIMIT is shown (R565)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, declined('REQUEST_LIMIT'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
  })

  test('the player cannot end the current session (R563)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    await app.send({ type: 'device.end', id: here.id })
    expect(app.now().value).toBe('shown')
  })

  test('a step-up starts when the player ends one of several other sessions, but not if there are no other sessions (R643)', async () => {
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
