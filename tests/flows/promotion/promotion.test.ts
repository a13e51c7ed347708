import { describe, expect, test } from 'vitest'
import bonus from '#tests/flows/bonus/bonus.model.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { done, pendingOf } from '#tests/kit/samples/attempt.ts'
import { nothingHeld } from '#tests/kit/samples/bonus.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import promotion, { CODE, promotion as found } from './promotion.model.ts'

const FIND = 'promotion.find'
const submit = { type: 'code.submit' } as const
const type = (text: string) => ({ type: 'code.type', text }) as const

async function searching(text = CODE) {
  const owner = listener()
  const app = await startOwner(promotion, { owner: owner.ref as never, pending: null })
  await app.send(type(text), submit)
  return { ...app, owner: owner.heard }
}
async function receiving() {
  const app = await searching()
  await app.answer(FIND, found)
  await app.send({ type: 'promotion.receive' })
  return app
}

describe('searching for a promotion', () => {
  test.each(['', ' ', '\t '])('sends no request for the blank code %j (R280)', async (text) => {
    const app = await searching(text)
    expect([app.now().value, app.asked(FIND)]).toEqual(['editing', []])
  })

  test('upper-cases a code while it is typed, and trims it before sending (R132, R281, R368)', async () => {
    const app = await searching(' songkran50 ')
    expect([app.now().context.text, app.asked(FIND)]).toEqual([' SONGKRAN50 ', [{ code: 'SONGKRAN50' }]])
  })

  test('ignores other events until the server replies (R282)', async () => {
    const app = await searching()
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['searching', true])
    await app.send(type('OTHER'), submit)
    expect([app.now().context.text, app.asked(FIND).length]).toEqual([CODE, 1])
  })

  test.each([null, undefined])(
    'shows "not found" after the reply %s until the player types, and allows the same search again (R283)',
    async (none) => {
      const app = await searching()
      await app.answer(FIND, none)
      expect(app.now().value).toBe('missing')
      await app.send(submit)
      await app.answer(FIND, none)
      await app.send(type('S'))
      expect([app.now().value, app.asked(FIND).length]).toEqual(['editing', 2])
    },
  )

  test('reports a failed search instead of "not found", and clears the message when the player searches again (R283)', async () => {
    const app = await searching()
    await app.fail(FIND, noAnswer)
    expect([app.now().value, app.now().context.failure]).toEqual(['editing', noAnswer])
    await app.send(submit)
    await app.answer(FIND, found)
    await app.send({ type: 'promotion.leave' })
    expect([app.now().value, app.now().context.failure]).toEqual(['editing', null])
  })

  test('clears the error message from a failed search when the player types (R283)', async () => {
    const app = await searching()
    await app.fail(FIND, noAnswer)
    await app.send(type('S'))
    expect(app.now().context.failure).toBeNull()
  })
})

describe('claiming a promotion', () => {
  test('starts with a preview that can be closed without sending a request or losing the typed code (R174)', async () => {
    const app = await searching()
    await app.answer(FIND, found)
    expect([app.now().value, app.now().context.promotion]).toEqual(['found', found])
    await app.send({ type: 'promotion.leave' })
    expect([app.now().value, app.now().context.text, app.sent()]).toEqual(['editing', CODE, []])
  })

  test('sends the code in upper case, with an idempotency key (R281, R369)', async () => {
    const app = await receiving()
    expect(app.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: { code: CODE } }])
  })

  test('reloads the wallet on success, then empties the field and notifies the page once the player dismisses the message (R412)', async () => {
    const app = await receiving()
    await app.succeed()
    expect([app.now().value, app.reads(), app.owner]).toEqual(['received', 1, []])
    await app.send({ type: 'promotion.gotIt' })
    expect(app.owner).toEqual([{ type: 'promotion.ended' }])
    expect([app.now().value, app.now().context]).toMatchObject([
      'editing',
      { text: '', promotion: null, pending: null },
    ])
  })

  test.each(['NO_PROMOTION', 'PROMOTION_RECEIVED', 'BONUS_ALREADY_ACTIVE', 'BONUS_REMAINING'])(
    'reports the refusal %s, keeps the code, and uses a new idempotency key for the next try (R412)',
    async (code) => {
      const app = await receiving()
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', code])
      await app.send({ type: 'promotion.gotIt' })
      expect([app.now().value, app.now().context.failure, app.now().context.text]).toEqual(['editing', null, CODE])
      await app.send(submit)
      await app.answer(FIND, found)
      await app.send({ type: 'promotion.receive' })
      expect(new Set(app.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
      expect(app.owner).toEqual([{ type: 'promotion.ended' }])
    },
  )

  test('reloads the wallet without reporting a failure if no reply arrives, and resends the same request when the player checks the outcome', async () => {
    const app = await receiving()
    await app.lose()
    expect([app.now().value, app.now().context.failure, app.reads()]).toEqual(['receiving', null, 1])
    await app.send({ type: 'promotion.receive' }, { type: 'promotion.leave' }, { type: 'promotion.gotIt' })
    await app.check()
    const [first, ...more] = app.sent()
    expect(more).toEqual([first])
    await app.succeed()
    expect(app.now().value).toBe('received')
  })
})

test('the bonus page reloads the wallet and then the bonuses after a promotion is claimed (R412)', async () => {
  const outside = new Fakes()
  const wallet = listener()
  const keep = { promotion: outside.provide(promotion) }
  const app = await start(bonus, { wallet: wallet.ref as never, pending: null, pendingCode: null }, { keep })
  await app.answer('read', nothingHeld)
  const form = app.now().context.promotion
  form.send({ type: 'code.type', text: CODE })
  form.send({ type: 'code.submit' })
  outside.take('promotion.find').resolve(found)
  await settle()
  form.send({ type: 'promotion.receive' })
  outside.take('attempt').resolve(done({}))
  await settle()
  expect([wallet.heard, app.now().value]).toEqual([[{ type: 'wallet.read' }], 'shown'])
  form.send({ type: 'promotion.gotIt' })
  await settle()
  expect([app.now().value, app.asked('read').length]).toEqual(['loading', 2])
})

test('after a page reload, a pending claim is resent immediately with its idempotency key', async () => {
  const pending = pendingOf({ code: CODE })
  const app = await startOwner(promotion, { owner: listener().ref as never, pending })
  expect([app.now().value, app.sent(), app.fakes.calls]).toEqual([
    'receiving',
    [{ key: pending.key, input: { code: CODE } }],
    [],
  ])
  expect(app.now().context.text).toBe(CODE)
  await app.succeed()
  expect(app.now().value).toBe('received')
})
