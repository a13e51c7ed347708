import { describe, expect, test } from 'vitest'
import { refusalOf, replyOf } from '#machines/lib/step-up.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'
import { start } from '#tests/kit/start.ts'
import stepUp from './step-up.model.ts'

const input = { name: 'care.break', input: { length: 'halfYear' } }
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const submit = (password = 'demo1234') => ({ type: 'password.submit', password }) as const
const check = { type: 'stepUp.check', password: 'demo1234' } as const
const use = { type: 'passkey.use' } as const

async function asking(hasPasskey = false) {
  const app = await start(stepUp, input)
  await app.answer('hasPasskey', hasPasskey)
  return app
}
async function sending() {
  const app = await asking()
  await app.send(submit())
  return app
}
async function signing() {
  const app = await asking(true)
  await app.send(use)
  return app
}

describe('the password for a step-up', () => {
  test('is sent with the change and an idempotency key (R628)', async () => {
    const app = await sending()
    expect(app.asked('call')).toEqual([{ input: input.input, key, proof: { password: 'demo1234' } }])
    await app.answer('call', { until: 1 })
    expect(app.now().output).toEqual({ status: 'done', reply: { until: 1 } })
  })

  test('can be submitted while the app is still looking for a passkey (R628)', async () => {
    const app = await start(stepUp, input)
    await app.send(submit())
    expect(app.asked('call')).toHaveLength(1)
  })

  test('must not be empty (R628)', async () => {
    const app = await asking()
    await app.send(submit(''))
    expect(app.asked('call')).toEqual([])
  })

  test('is requested again if it is wrong, and is then sent with a new idempotency key (R628)', async () => {
    const app = await sending()
    await app.fail('call', refused('WRONG_PASSWORD'))
    expect(app.now().matches('asking')).toBe(true)
    expect(app.now().context.isWrong).toBe(true)
    await app.send({ type: 'password.type' })
    expect(app.now().context.isWrong).toBe(false)
    await app.send(submit('other'))
    const [first, second] = app.asked('call') as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
  })

  test('is never stored in the machine context (R628)', async () => {
    const app = await sending()
    expect(JSON.stringify(app.now().context)).not.toContain('demo1234')
  })
})

describe('the passkey for a step-up', () => {
  test('is offered only if this browser has used a passkey (R628)', async () => {
    const app = await asking()
    await app.send(use)
    expect(app.now().matches({ asking: 'typing' })).toBe(true)
    expect(app.now().hasTag('passkey')).toBe(false)
    expect((await asking(true)).now().hasTag('passkey')).toBe(true)
  })

  test('signs the change, which is then sent with the same idempotency key (R628)', async () => {
    const app = await signing()
    const [asked] = app.asked('sign') as { key: string }[]
    expect(asked).toEqual({ ...input, key })
    await app.answer('sign', signed)
    expect(app.asked('call')).toEqual([{ input: input.input, key: asked?.key, proof: { signed } }])
  })

  test('can be retried with a new idempotency key, or replaced by the password, if signing fails (R628)', async () => {
    const app = await signing()
    await app.fail('sign', refused('NOT_SIGNED'))
    expect(app.now().matches({ asking: 'declined' })).toBe(true)
    await app.send(use)
    const [first, second] = app.asked('sign') as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
    await app.fail('sign', refused('NOT_SIGNED'))
    await app.send(submit())
    expect(app.asked('call')).toMatchObject([{ proof: { password: 'demo1234' } }])
  })

  test('can be used again after the server has refused it (R628)', async () => {
    const app = await signing()
    await app.answer('sign', signed)
    await app.fail('call', refused('PASSKEY_REFUSED'))
    expect(app.now().matches({ asking: 'declined' })).toBe(true)
  })

  test('can be replaced by the password after the server has refused it (R628)', async () => {
    const app = await signing()
    await app.answer('sign', signed)
    await app.fail('call', refused('PASSKEY_REFUSED'))
    await app.send(submit())
    expect(app.asked('call').at(-1)).toMatchObject({ proof: { password: 'demo1234' } })
  })
})

describe('a step-up that gets no reply', () => {
  test.each([
    ['the password', sending],
    [
      'a passkey',
      async () => {
        const app = await signing()
        await app.answer('sign', signed)
        return app
      },
    ],
  ])('is checked by resending the same request with %s (R629)', async (_, begin) => {
    const app = await begin()
    await app.fail('call', noAnswer)
    expect(app.now().value).toBe('unsure')
    expect(app.now().hasTag('busy')).toBe(false)
    await app.send(check)
    const [first, second] = app.asked('call')
    expect(second).toEqual(first)
  })

  test('can be closed without a check (R629)', async () => {
    const app = await sending()
    await app.fail('call', noAnswer)
    await app.send({ type: 'stepUp.gotIt' })
    expect(app.now().output).toEqual({ status: 'unknown' })
  })
})

test('leaving a step-up sends nothing (R628)', async () => {
  const app = await asking()
  await app.send({ type: 'stepUp.leave' })
  expect(app.now().output).toEqual({ status: 'left' })
  expect(app.asked('call')).toEqual([])
})

test('a refusal ends the step-up, which returns the reason (R629)', async () => {
  const app = await sending()
  await app.fail('call', refused('REQUEST_LIMIT'))
  expect(app.now().output).toEqual({ status: 'refused', failure: refused('REQUEST_LIMIT') })
})

test('replyOf and refusalOf throw for a step-up that has neither a reply nor a refusal', () => {
  expect(() => replyOf({ status: 'left' })).toThrow('nothing done')
  expect(() => refusalOf({ status: 'left' })).toThrow('nothing refused')
})
