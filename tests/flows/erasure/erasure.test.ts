import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import erasure from './erasure.model.ts'

const [READ, ERASE, KEEP] = ['data.erasure', 'data.erase', 'data.keep']
const AT = '2026-11-20T08:00:00.000Z'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const ask = { type: 'erasure.ask' } as const
const confirm = (password = 'demo1234') => ({ type: 'erasure.confirm', password }) as const
const cancel = { type: 'erasure.cancel' } as const
const gotIt = { type: 'erasure.gotIt' } as const

async function shown(askedAt: string | null = null) {
  const app = await start(erasure, undefined)
  await app.answer(READ, { askedAt })
  return app
}
async function asking() {
  const app = await shown()
  await app.send(ask, confirm())
  return app
}
async function cancelling() {
  const app = await shown(AT)
  await app.send(cancel)
  return app
}

describe('the request', () => {
  test('is read when the dialog opens, and again after a failure only when the player retries (R616)', async () => {
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

  test('is sent with the password once the player confirms, and then has its time (R615, R616)', async () => {
    const app = await shown()
    await app.send(ask)
    expect(app.now().value).toBe('confirming')
    expect(app.asked(ERASE)).toEqual([])
    await app.send(confirm())
    expect(app.asked(ERASE)).toEqual([{ password: 'demo1234', key }])
    await app.answer(ERASE, { askedAt: AT })
    expect(app.now().value).toBe('shown')
    expect(app.now().context.askedAt).toBe(AT)
  })

  test('is not sent without a password, nor when the player goes back (R615)', async () => {
    const app = await shown()
    await app.send(ask, confirm(''))
    expect(app.now().value).toBe('confirming')
    await app.send({ type: 'erasure.leave' }, confirm())
    expect(app.now().value).toBe('shown')
    expect(app.asked(ERASE)).toEqual([])
  })

  test('asks for the password again if it was wrong, until the player types (R615)', async () => {
    const app = await asking()
    await app.fail(ERASE, refused('WRONG_PASSWORD'))
    expect(app.now().value).toBe('confirming')
    expect(app.now().context.isWrong).toBe(true)
    await app.send({ type: 'password.type' })
    expect(app.now().context.isWrong).toBe(false)
    await app.send(confirm('other'))
    const [first, second] = app.asked(ERASE) as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
  })

  test('does not show an earlier error when the player asks again (R615)', async () => {
    const app = await asking()
    await app.fail(ERASE, refused('WRONG_PASSWORD'))
    await app.send({ type: 'erasure.leave' }, ask)
    expect(app.now().context.isWrong).toBe(false)
  })

  test('cannot be made a second time (R615)', async () => {
    const app = await shown(AT)
    await app.send(ask)
    expect(app.now().value).toBe('shown')
  })

  test('keeps the password out of the context (R615)', async () => {
    const app = await asking()
    expect(JSON.stringify(app.now().context)).not.toContain('demo1234')
  })
})

describe('cancelling', () => {
  test('sends a key at once, and then there is no request (R617)', async () => {
    const app = await cancelling()
    expect(app.asked(KEEP)).toEqual([{ key }])
    await app.answer(KEEP, { askedAt: null })
    expect(app.now().value).toBe('shown')
    expect(app.now().context.askedAt).toBeNull()
  })

  test('is not possible without a request (R617)', async () => {
    const app = await shown()
    await app.send(cancel)
    expect(app.now().value).toBe('shown')
    expect(app.asked(KEEP)).toEqual([])
  })
})

describe('without an answer', () => {
  test('the request is checked again with the same key and password (R618)', async () => {
    const app = await asking()
    await app.fail(ERASE, noAnswer)
    expect(app.now().value).toBe('unsure')
    expect(app.now().hasTag('busy')).toBe(false)
    await app.send({ type: 'erasure.check', password: 'demo1234' })
    const [first, second] = app.asked(ERASE)
    expect(second).toEqual(first)
  })

  test('the cancelling is checked again with the same key (R618)', async () => {
    const app = await cancelling()
    await app.fail(KEEP, noAnswer)
    expect(app.now().value).toBe('cancelUnsure')
    await app.send({ type: 'cancel.check' })
    const [first, second] = app.asked(KEEP)
    expect(second).toEqual(first)
  })

  test.each([
    ['asking', asking, ERASE],
    ['cancelling', cancelling, KEEP],
  ])('%s can be left, which reads the request again (R618)', async (_, begin, call) => {
    const app = await begin()
    await app.fail(call, noAnswer)
    await app.send(gotIt)
    expect(app.now().value).toBe('loading')
    expect(app.asked(READ)).toHaveLength(2)
  })
})

test.each([
  ['asking', asking, ERASE],
  ['cancelling', cancelling, KEEP],
])('a refusal of %s shows its reason until the player dismisses it (R618)', async (_, begin, call) => {
  const app = await begin()
  await app.fail(call, refused('REQUEST_LIMIT'))
  expect(app.now().value).toBe('refused')
  expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
  await app.send(gotIt)
  expect(app.now().value).toBe('loading')
})
