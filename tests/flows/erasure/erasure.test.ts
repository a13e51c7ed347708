import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { confirmed, declined } from '#tests/kit/samples/step-up.ts'
import { start } from '#tests/kit/start.ts'
import erasure from './erasure.model.ts'

const [READ, STEP_UP, KEEP] = ['data.erasure', 'stepUp', 'data.keep']
const AT = '2026-11-20T08:00:00.000Z'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const ask = { type: 'erasure.ask' } as const
const cancel = { type: 'erasure.cancel' } as const
const gotIt = { type: 'erasure.gotIt' } as const

async function shown(askedAt: string | null = null) {
  const app = await start(erasure, undefined)
  await app.answer(READ, { askedAt })
  return app
}
async function confirming() {
  const app = await shown()
  await app.send(ask)
  return app
}
async function cancelling() {
  const app = await shown(AT)
  await app.send(cancel)
  return app
}

describe('the erasure request', () => {
  test('is loaded when the dialog opens, and reloaded after a failure only when the player retries (R616)', async () => {
    const app = await start(erasure, undefined)
    expect(app.now().hasTag('busy')).toBe(true)
    await app.fail(READ, noAnswer)
    await app.pass(600_000)
    expect(app.now().value).toBe('failed')
    expect(app.asked(READ)).toHaveLength(1)
    await app.send({ type: 'erasure.retry' })
    await app.answer(READ, { askedAt: AT })
    expect(app.now().context.askedAt).toBe(AT)
  })

  test('requires a step-up, after which the time of the request is shown (R615, R616, R628)', async () => {
    const app = await confirming()
    expect(app.now().value).toBe('confirming')
    expect(app.asked(STEP_UP)).toEqual([{ name: 'data.erase', input: {} }])
    await app.answer(STEP_UP, confirmed({ askedAt: AT }))
    expect(app.now().value).toBe('shown')
    expect(app.now().context.askedAt).toBe(AT)
  })

  test('is not made when the player cancels the step-up (R615)', async () => {
    const app = await confirming()
    await app.answer(STEP_UP, { status: 'left' })
    expect(app.now().value).toBe('shown')
    expect(app.now().context.askedAt).toBeNull()
  })

  test('is reloaded when the player stops checking its outcome (R618)', async () => {
    const app = await confirming()
    await app.answer(STEP_UP, { status: 'unknown' })
    expect(app.now().value).toBe('loading')
    expect(app.asked(READ)).toHaveLength(2)
  })

  test('shows the reason for a refusal until the player dismisses it (R618)', async () => {
    const app = await confirming()
    await app.answer(STEP_UP, declined('REQUEST_LIMIT'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
    await app.send(gotIt)
    expect(app.now().value).toBe('loading')
  })

  test('cannot be made again while a request is stored (R615)', async () => {
    const app = await shown(AT)
    await app.send(ask)
    expect(app.now().value).toBe('shown')
  })
})

describe('the cancellation of an erasure request', () => {
  test('is sent immediately with an idempotency key, and removes the request (R617)', async () => {
    const app = await cancelling()
    expect(app.asked(KEEP)).toEqual([{ key }])
    await app.answer(KEEP, { askedAt: null })
    expect(app.now().value).toBe('shown')
    expect(app.now().context.askedAt).toBeNull()
  })

  test('is not possible if there is no request (R617)', async () => {
    const app = await shown()
    await app.send(cancel)
    expect(app.now().value).toBe('shown')
    expect(app.asked(KEEP)).toEqual([])
  })
})

describe('if the cancellation gets no reply', () => {
  test('a check resends the cancellation with the same idempotency key (R618)', async () => {
    const app = await cancelling()
    await app.fail(KEEP, noAnswer)
    expect(app.now().value).toBe('cancelUnsure')
    expect(app.now().hasTag('busy')).toBe(false)
    await app.send({ type: 'cancel.check' })
    const [first, second] = app.asked(KEEP)
    expect(second).toEqual(first)
  })

  test('the player can dismiss the message without a check, and the request is then reloaded (R618)', async () => {
    const app = await cancelling()
    await app.fail(KEEP, noAnswer)
    await app.send(gotIt)
    expect(app.now().value).toBe('loading')
    expect(app.asked(READ)).toHaveLength(2)
  })
})

test('a refused cancellation shows its reason until the player dismisses it (R618)', async () => {
  const app = await cancelling()
  await app.fail(KEEP, refused('REQUEST_LIMIT'))
  expect(app.now().value).toBe('refused')
  expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
  await app.send(gotIt)
  expect(app.now().value).toBe('loading')
})
