import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { created, laptop, options, phone } from '#tests/kit/samples/passkeys.ts'
import { confirmed, declined } from '#tests/kit/samples/step-up.ts'
import { start } from '#tests/kit/start.ts'
import passkey from './passkey.model.ts'

const LIST = 'passkey.list'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const add = { type: 'add.ask' } as const
const gotIt = { type: 'passkey.gotIt' } as const

async function shown() {
  const app = await start(passkey, undefined)
  await app.answer(LIST, { passkeys: [laptop, null, phone] })
  return app
}
async function creating() {
  const app = await shown()
  await app.send(add)
  await app.answer('prepare', confirmed(options))
  return app
}
async function saving() {
  const app = await creating()
  await app.answer('create', created)
  return app
}
async function removing(id = phone.id) {
  const app = await shown()
  await app.send({ type: 'remove.ask', id })
  return app
}

describe('the list of passkeys', () => {
  test('is loaded when the dialog opens, and reloaded after a failure only when the player retries (R620)', async () => {
    const app = await start(passkey, undefined)
    expect(app.now().hasTag('busy')).toBe(true)
    await app.fail(LIST, noAnswer)
    await app.pass(600_000)
    expect(app.now().value).toBe('failed')
    expect(app.asked(LIST)).toHaveLength(1)
    await app.send({ type: 'passkey.retry' })
    await app.answer(LIST, { passkeys: [laptop, null] })
    expect(app.now().context.passkeys).toEqual([laptop, null])
  })
})

describe('adding a passkey', () => {
  test('requires a step-up, then requests a passkey from the browser and saves it (R621, R622)', async () => {
    const app = await creating()
    expect(app.asked('prepare')).toEqual([{ name: 'passkey.prepare', input: {} }])
    expect(app.asked('create')).toEqual([options])
    await app.answer('create', created)
    expect(app.asked('passkey.add')).toEqual([{ ...created, key }])
    await app.answer('passkey.add', {})
    expect(app.now().value).toBe('loading')
    expect(app.asked(LIST)).toHaveLength(2)
  })

  test.each(['left', 'unknown'])('changes nothing if the step-up ends with the status "%s" (R621)', async (status) => {
    const app = await shown()
    await app.send(add)
    await app.answer('prepare', { status })
    expect(app.now().value).toBe('shown')
    expect(app.asked('create')).toEqual([])
  })

  test('shows why the server refuses the step-up (R621)', async () => {
    const app = await shown()
    await app.send(add)
    await app.answer('prepare', declined('PASSKEY_FULL'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('PASSKEY_FULL')
    await app.send(gotIt)
    expect(app.now().value).toBe('loading')
  })

  test('reports that the browser created no passkey (R622)', async () => {
    const app = await creating()
    await app.fail('create', new Error('declined'))
    expect(app.now().value).toBe('declined')
    await app.send(gotIt)
    expect(app.now().value).toBe('shown')
    expect(app.asked('passkey.add')).toEqual([])
  })

  test('reloads the list when the player checks an unanswered request (R629)', async () => {
    const app = await saving()
    await app.fail('passkey.add', noAnswer)
    expect(app.now().value).toBe('unsure')
    await app.send({ type: 'passkey.check' })
    expect(app.now().value).toBe('loading')
    expect(app.asked('passkey.add')).toHaveLength(1)
  })

  test('shows that the server refused the passkey (R621)', async () => {
    const app = await saving()
    await app.fail('passkey.add', refused('PASSKEY_REFUSED'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('PASSKEY_REFUSED')
  })
})

describe('removing a passkey', () => {
  test('requires a step-up, then reloads the list (R623)', async () => {
    const app = await removing()
    expect(app.asked('remove')).toEqual([{ name: 'passkey.remove', input: { id: phone.id } }])
    await app.answer('remove', confirmed({}))
    expect(app.now().value).toBe('loading')
  })

  test('is not possible if the passkey is not in the list (R623)', async () => {
    const app = await removing('gone')
    expect(app.now().value).toBe('shown')
  })

  test('changes nothing if the player cancels the step-up (R623)', async () => {
    const app = await removing()
    await app.answer('remove', { status: 'left' })
    expect(app.now().value).toBe('shown')
    expect(app.asked(LIST)).toHaveLength(1)
  })

  test('reloads the list if the outcome stays unknown (R629)', async () => {
    const app = await removing()
    await app.answer('remove', { status: 'unknown' })
    expect(app.now().value).toBe('loading')
  })

  test('shows why the server refuses the step-up (R623)', async () => {
    const app = await removing()
    await app.answer('remove', declined('NO_DATA'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('NO_DATA')
  })
})
