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
  const it = await startOwner(promotion, { owner: owner.ref as never, pending: null })
  await it.send(type(text), submit)
  return { ...it, owner: owner.heard }
}
async function receiving() {
  const it = await searching()
  await it.answer(FIND, found)
  await it.send({ type: 'promotion.receive' })
  return it
}

describe('searching', () => {
  test.each(['', ' ', '\t '])('%j is not searched (R280)', async (text) => {
    const it = await searching(text)
    expect([it.now().value, it.asked(FIND)]).toEqual(['editing', []])
  })

  test('a code becomes upper case as it is typed, and is sent without surrounding spaces (R132, R281, R368)', async () => {
    const it = await searching(' songkran50 ')
    expect([it.now().context.text, it.asked(FIND)]).toEqual([' SONGKRAN50 ', [{ code: 'SONGKRAN50' }]])
  })

  test('ignores other events until it is found (R282)', async () => {
    const it = await searching()
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['searching', true])
    await it.send(type('OTHER'), submit)
    expect([it.now().context.text, it.asked(FIND).length]).toEqual([CODE, 1])
  })

  test.each([null, undefined])(
    '%s does not exist: says so until the player types; the same code can be searched again (R283)',
    async (none) => {
      const it = await searching()
      await it.answer(FIND, none)
      expect(it.now().value).toBe('missing')
      await it.send(submit)
      await it.answer(FIND, none)
      await it.send(type('S'))
      expect([it.now().value, it.asked(FIND).length]).toEqual(['editing', 2])
    },
  )

  test('reports a failed search, not "not found"; searching again removes the message (R283)', async () => {
    const it = await searching()
    await it.fail(FIND, noAnswer)
    expect([it.now().value, it.now().context.failure]).toEqual(['editing', noAnswer])
    await it.send(submit)
    await it.answer(FIND, found)
    await it.send({ type: 'promotion.leave' })
    expect([it.now().value, it.now().context.failure]).toEqual(['editing', null])
  })

  test('typing removes it too (R283)', async () => {
    const it = await searching()
    await it.fail(FIND, noAnswer)
    await it.send(type('S'))
    expect(it.now().context.failure).toBeNull()
  })
})

describe('receiving it', () => {
  test('keeps the promotion; closing it sends nothing, and keeps the code (R174)', async () => {
    const it = await searching()
    await it.answer(FIND, found)
    expect([it.now().value, it.now().context.promotion]).toEqual(['found', found])
    await it.send({ type: 'promotion.leave' })
    expect([it.now().value, it.now().context.text, it.sent()]).toEqual(['editing', CODE, []])
  })

  test('is sent in upper case, with a key (R281, R369)', async () => {
    const it = await receiving()
    expect(it.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: { code: CODE } }])
  })

  test('reports a claimed promotion, re-reads the wallet, empties the field, and notifies the page (R412)', async () => {
    const it = await receiving()
    await it.succeed()
    expect([it.now().value, it.reads(), it.owner]).toEqual(['received', 1, []])
    await it.send({ type: 'promotion.gotIt' })
    expect(it.owner).toEqual([{ type: 'promotion.ended' }])
    expect([it.now().value, it.now().context]).toMatchObject(['editing', { text: '', promotion: null, pending: null }])
  })

  test.each(['NO_PROMOTION', 'PROMOTION_RECEIVED', 'BONUS_ALREADY_ACTIVE', 'BONUS_REMAINING'])(
    'reports %s once; the code stays, and the next time has a key of its own (R412)',
    async (code) => {
      const it = await receiving()
      await it.refuse(code)
      expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', code])
      await it.send({ type: 'promotion.gotIt' })
      expect([it.now().value, it.now().context.failure, it.now().context.text]).toEqual(['editing', null, CODE])
      await it.send(submit)
      await it.answer(FIND, found)
      await it.send({ type: 'promotion.receive' })
      expect(new Set(it.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
      expect(it.owner).toEqual([{ type: 'promotion.ended' }])
    },
  )

  test('without an answer re-reads the wallet and reports no failure; a check resends the request', async () => {
    const it = await receiving()
    await it.lose()
    expect([it.now().value, it.now().context.failure, it.reads()]).toEqual(['receiving', null, 1])
    await it.send({ type: 'promotion.receive' }, { type: 'promotion.leave' }, { type: 'promotion.gotIt' })
    await it.check()
    const [first, ...more] = it.sent()
    expect(more).toEqual([first])
    await it.succeed()
    expect(it.now().value).toBe('received')
  })
})

test('a promotion claimed on the page: re-reads the wallet, then the bonuses (R412)', async () => {
  const outside = new Fakes()
  const wallet = listener()
  const keep = { promotion: outside.provide(promotion) }
  const it = await start(bonus, { wallet: wallet.ref as never, pending: null, pendingCode: null }, { keep })
  await it.answer('read', nothingHeld)
  const form = it.now().context.promotion
  form.send({ type: 'code.type', text: CODE })
  form.send({ type: 'code.submit' })
  outside.take('promotion.find').resolve(found)
  await settle()
  form.send({ type: 'promotion.receive' })
  outside.take('attempt').resolve(done({}))
  await settle()
  expect([wallet.heard, it.now().value]).toEqual([[{ type: 'wallet.read' }], 'shown'])
  form.send({ type: 'promotion.gotIt' })
  await settle()
  expect([it.now().value, it.asked('read').length]).toEqual(['loading', 2])
})

test('a claim confirmed before a reload is resent at once, with its key', async () => {
  const pending = pendingOf({ code: CODE })
  const it = await startOwner(promotion, { owner: listener().ref as never, pending })
  expect([it.now().value, it.sent(), it.fakes.calls]).toEqual([
    'receiving',
    [{ key: pending.key, input: { code: CODE } }],
    [],
  ])
  expect(it.now().context.text).toBe(CODE)
  await it.succeed()
  expect(it.now().value).toBe('received')
})
