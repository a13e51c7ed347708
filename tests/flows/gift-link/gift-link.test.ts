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
  const app = await start(giftLink, { wallet: wallet.ref as never, pending })
  return { ...app, wallet: wallet.heard }
}
async function sealing(link = GIFT) {
  const app = await open()
  await app.send({ type: 'link.type', link }, submit)
  return app
}
async function attempting() {
  const app = await sealing()
  await app.answer('seal', SEALED)
  return app
}

describe('a typed gift link', () => {
  test.each(['', ' ', '\n\t '])('is not sent if it is blank: %j (R275)', async (link) => {
    const app = await sealing(link)
    expect([app.now().value, app.fakes.calls]).toEqual(['editing', []])
  })

  test('is trimmed and then encrypted together with the receiving account (R338, R339, D-42)', async () => {
    const app = await sealing(`  ${GIFT} `)
    expect(app.asked('seal')).toEqual([{ link: GIFT, account: ACCOUNT }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('is not sent if it cannot be encrypted, and the failure is reported (R110)', async () => {
    const app = await sealing()
    await app.fail('seal', noAnswer)
    expect([app.now().value, app.now().context.failure, app.waits('attempt')]).toEqual(['editing', noAnswer, false])
    expect(app.now().context.pending).toBeNull()
  })

  test('clears its error message when the player types or sends again (R110)', async () => {
    const app = await sealing()
    await app.fail('seal', noAnswer)
    await app.send({ type: 'link.type', link: GIFT })
    expect(app.now().context.failure).toBeNull()
    await app.send(submit)
    await app.fail('seal', noAnswer)
    await app.send(submit)
    expect([app.now().value, app.now().context.failure]).toEqual(['sealing', null])
  })
})

describe('redeeming a gift link', () => {
  test('sends only the encrypted link, with an idempotency key (R338, R339)', async () => {
    const app = await attempting()
    expect(app.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { link: SEALED } },
    ])
    expect(JSON.stringify(app.asked('attempt').map((one) => (one as { input: unknown }).input))).not.toContain(GIFT)
  })

  test('reports the amount received, reloads the wallet, and empties the field (R110, R3)', async () => {
    const app = await attempting()
    await app.answer('attempt', done({ amount: 10_000 }))
    expect(app.now().value).toBe('received')
    expect(app.now().context).toMatchObject({ amount: 10_000, link: '', pending: null, failure: null })
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    await app.send({ type: 'gift.gotIt' })
    expect([app.now().value, app.now().context.failure]).toEqual(['editing', null])
  })

  test('does not show the amount of an earlier gift if the reply contains no amount (R110)', async () => {
    const app = await attempting()
    await app.answer('attempt', done({ amount: 10_000 }))
    await app.send({ type: 'gift.gotIt' }, { type: 'link.type', link: GIFT }, submit)
    await app.answer('seal', SEALED)
    await app.answer('attempt', done({}))
    expect(app.now().context.amount).toBeNull()
  })

  test.each(['TRUELINK_DUPLICATE', 'TRUELINK_INVALID', 'NO_WALLET'])(
    'shows the refusal reason %s next to the link, and uses a new idempotency key for a corrected link (R110)',
    async (code) => {
      const app = await attempting()
      await app.answer('attempt', refusal(code))
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['editing', code])
      expect(app.now().context).toMatchObject({ link: GIFT, pending: null })
      await app.send({ type: 'link.type', link: `${GIFT}2` })
      expect(app.now().context.failure).toBeNull()
      await app.send(submit)
      await app.answer('seal', SEALED)
      expect(new Set(app.asked('attempt').map(keyOf)).size).toBe(2)
    },
  )

  test('clears the earlier error message once a link has been redeemed (R110)', async () => {
    const app = await attempting()
    await app.answer('attempt', refusal('TRUELINK_INVALID'))
    await app.send(submit)
    await app.answer('seal', SEALED)
    await app.answer('attempt', done({}))
    await app.send({ type: 'gift.gotIt' })
    expect(app.now().context.failure).toBeNull()
  })
})

describe('a gift link request', () => {
  test('is sent once, and ignores other events while the link is being encrypted and sent', async () => {
    const app = await sealing()
    await app.send(submit, { type: 'link.type', link: 'x' })
    await app.answer('seal', SEALED)
    await app.send(submit, { type: 'link.type', link: 'x' }, { type: 'gift.gotIt' })
    expect([app.asked('seal').length, app.asked('attempt').length, app.now().context.link]).toEqual([1, 1, GIFT])
  })

  test('that gets no reply is not reported as failed, and the wallet is reloaded', async () => {
    const app = await attempting()
    await app.send({ type: 'attempt.unknown' })
    expect([app.now().value, app.now().context.failure]).toEqual(['attempting', null])
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    await app.pass(600_000)
    expect([app.asked('attempt').length, app.now().context.pending]).toMatchObject([1, { input: { link: SEALED } }])
  })

  test('that was sent before a reload is resent immediately, with its idempotency key', async () => {
    const pending = pendingOf({ link: SEALED })
    const app = await open(pending)
    expect(app.now().value).toBe('attempting')
    expect(app.asked('attempt')).toMatchObject([pending])
    expect(app.waits('seal')).toBe(false)
    await app.answer('attempt', done({ amount: 200 }))
    expect(app.now().context).toMatchObject({ amount: 200, pending: null })
  })

  test('that was sent before a reload and is then refused clears the form and the stored request', async () => {
    const app = await open(pendingOf({ link: SEALED }))
    await app.answer('attempt', refusal('TRUELINK_DUPLICATE'))
    expect(app.now().context).toMatchObject({ link: '', pending: null, failure: { code: 'TRUELINK_DUPLICATE' } })
    await app.send({ type: 'link.type', link: GIFT }, submit)
    await app.answer('seal', 'another')
    const [first, second] = app.asked('attempt')
    expect([keyOf(second) === keyOf(first), second]).toMatchObject([false, { input: { link: 'another' } }])
  })
})
