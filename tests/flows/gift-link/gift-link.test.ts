import { describe, expect, test } from 'vitest'
import { done, pendingOf, refusal } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { GIFT, SEALED } from '#tests/kit/samples/gift.ts'
import { listener, start } from '#tests/kit/start.ts'
import giftLink from './gift-link.model.ts'

const ACCOUNT = 'KRAPAO'
const submit = { type: 'gift.submit', account: ACCOUNT } as const
const keyOf = (attempt: unknown) => (attempt as { key: string }).key

async function open(pending: ReturnType<typeof pendingOf<{ link: string }>> | null = null) {
  const wallet = listener()
  const it = await start(giftLink, { wallet: wallet.ref as never, pending })
  return { ...it, wallet: wallet.heard }
}
async function sealing(link = GIFT) {
  const it = await open()
  await it.send({ type: 'link.type', link }, submit)
  return it
}
async function attempting() {
  const it = await sealing()
  await it.answer('seal', SEALED)
  return it
}

describe('the link', () => {
  test.each(['', ' ', '\n\t '])('%j is not sent (R275)', async (link) => {
    const it = await sealing(link)
    expect([it.now().value, it.fakes.calls]).toEqual(['editing', []])
  })

  test('is encrypted with its account, without surrounding spaces (R338, R339, D-42)', async () => {
    const it = await sealing(`  ${GIFT} `)
    expect(it.asked('seal')).toEqual([{ link: GIFT, account: ACCOUNT }])
    expect(it.now().hasTag('busy')).toBe(true)
  })

  test('reports a failed encryption, and sends nothing (R110)', async () => {
    const it = await sealing()
    await it.fail('seal', noAnswer)
    expect([it.now().value, it.now().context.failure, it.waits('attempt')]).toEqual(['editing', noAnswer, false])
    expect(it.now().context.pending).toBeNull()
  })

  test('clears the message when the player types or sends again (R110)', async () => {
    const it = await sealing()
    await it.fail('seal', noAnswer)
    await it.send({ type: 'link.type', link: GIFT })
    expect(it.now().context.failure).toBeNull()
    await it.send(submit)
    await it.fail('seal', noAnswer)
    await it.send(submit)
    expect([it.now().value, it.now().context.failure]).toEqual(['sealing', null])
  })
})

describe('cashing it', () => {
  test('sends the encrypted link with a key; the link itself is stored nowhere (R338, R339)', async () => {
    const it = await attempting()
    expect(it.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { link: SEALED } },
    ])
    expect(JSON.stringify(it.asked('attempt').map((one) => (one as { input: unknown }).input))).not.toContain(GIFT)
  })

  test('reports the amount received, re-reads the wallet, and empties the field (R110, R3)', async () => {
    const it = await attempting()
    await it.answer('attempt', done({ amount: 10_000 }))
    expect(it.now().value).toBe('received')
    expect(it.now().context).toMatchObject({ amount: 10_000, link: '', pending: null, failure: null })
    expect(it.wallet).toEqual([{ type: 'wallet.read' }])
    await it.send({ type: 'gift.gotIt' })
    expect([it.now().value, it.now().context.failure]).toEqual(['editing', null])
  })

  test('a reply without an amount does not show an earlier one (R110)', async () => {
    const it = await attempting()
    await it.answer('attempt', done({ amount: 10_000 }))
    await it.send({ type: 'gift.gotIt' }, { type: 'link.type', link: GIFT }, submit)
    await it.answer('seal', SEALED)
    await it.answer('attempt', done({}))
    expect(it.now().context.amount).toBeNull()
  })

  test.each(['TRUELINK_DUPLICATE', 'TRUELINK_INVALID', 'NO_WALLET'])(
    '%s: shows the reason beside the link, which can be corrected; the next one has its own key (R110)',
    async (code) => {
      const it = await attempting()
      await it.answer('attempt', refusal(code))
      expect([it.now().value, it.now().context.failure?.code]).toEqual(['editing', code])
      expect(it.now().context).toMatchObject({ link: GIFT, pending: null })
      await it.send({ type: 'link.type', link: `${GIFT}2` })
      expect(it.now().context.failure).toBeNull()
      await it.send(submit)
      await it.answer('seal', SEALED)
      expect(new Set(it.asked('attempt').map(keyOf)).size).toBe(2)
    },
  )

  test('after a refusal the next success does not mention it (R110)', async () => {
    const it = await attempting()
    await it.answer('attempt', refusal('TRUELINK_INVALID'))
    await it.send(submit)
    await it.answer('seal', SEALED)
    await it.answer('attempt', done({}))
    await it.send({ type: 'gift.gotIt' })
    expect(it.now().context.failure).toBeNull()
  })
})

describe('exactly once', () => {
  test('one press sends one link: other events are ignored while it is encrypted and sent', async () => {
    const it = await sealing()
    await it.send(submit, { type: 'link.type', link: 'x' })
    await it.answer('seal', SEALED)
    await it.send(submit, { type: 'link.type', link: 'x' }, { type: 'gift.gotIt' })
    expect([it.asked('seal').length, it.asked('attempt').length, it.now().context.link]).toEqual([1, 1, GIFT])
  })

  test('without an answer re-reads the wallet, and reports no failure', async () => {
    const it = await attempting()
    await it.send({ type: 'attempt.unknown' })
    expect([it.now().value, it.now().context.failure]).toEqual(['attempting', null])
    expect(it.wallet).toEqual([{ type: 'wallet.read' }])
    await it.pass(600_000)
    expect([it.asked('attempt').length, it.now().context.pending]).toMatchObject([1, { input: { link: SEALED } }])
  })

  test('a link sent before is resent at once, with its key', async () => {
    const pending = pendingOf({ link: SEALED })
    const it = await open(pending)
    expect(it.now().value).toBe('attempting')
    expect(it.asked('attempt')).toMatchObject([pending])
    expect(it.waits('seal')).toBe(false)
    await it.answer('attempt', done({ amount: 200 }))
    expect(it.now().context).toMatchObject({ amount: 200, pending: null })
  })

  test('a refusal of a link sent before clears the form and the stored link', async () => {
    const it = await open(pendingOf({ link: SEALED }))
    await it.answer('attempt', refusal('TRUELINK_DUPLICATE'))
    expect(it.now().context).toMatchObject({ link: '', pending: null, failure: { code: 'TRUELINK_DUPLICATE' } })
    await it.send({ type: 'link.type', link: GIFT }, submit)
    await it.answer('seal', 'another')
    const [first, second] = it.asked('attempt')
    expect([keyOf(second) === keyOf(first), second]).toMatchObject([false, { input: { link: 'another' } }])
  })
})
