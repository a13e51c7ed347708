import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type Currency, toSatang } from '#contract/money.ts'
import type { Offer } from '#contract/offers.ts'
import { PlayLimits, SUGGESTED_LIMIT } from '#contract/play-limit.ts'
import { typedAmount } from '#contract/typed.ts'
import { members } from '#server/core/schema/members.ts'
import { limitQuestionLogic } from '#src/actors/limit-question.ts'
import { limitReviewLogic } from '#src/actors/limit-review.ts'
import { siteReader, wire } from '#src/api/request.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let newcomer: { id: string; token: string }
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  newcomer = await backend.join({})
  member = memberAt(backend, newcomer.token)
  const { site } = wire
  wire.site = siteReader()
  onTestFinished(() => void Object.assign(wire, { site }))
})
afterEach(() => member.leave())

/** Opens the deposit dialog's question, and waits until it is asked or skipped. */
async function open() {
  const actor = createActor(limitQuestionLogic, { input: { wallet: member.wallet } }).start()
  const reach = (...states: ('asking' | 'unsure' | 'over')[]) =>
    waitFor(actor, (seen) => states.some((state) => seen.matches(state)))
  const { value } = await reach('asking', 'over')
  return { actor, reach, isAsked: value === 'asking' }
}
/** The member's 24-hour deposit limit, as stored by the server. */
const limit = async () =>
  v.parse(PlayLimits, (await backend.call('limits.read', {}, { token: newcomer.token })).body).periods.day
/** Waits until the wallet has been read again after an answer. */
const reread = () => waitFor(member.wallet, (seen) => seen.context.overview?.limitPrompt === undefined)

describe('the question about a limit', () => {
  it('stores the suggested limit on the server when accepted, and is asked only once (R632, R633)', async () => {
    const { actor, reach, isAsked } = await open()
    expect(isAsked).toBe(true)
    actor.send({ type: 'question.set' })
    await reach('over')
    expect((await limit()).amount).toBe(toSatang(1_000))
    await reread()
    expect((await open()).isAsked).toBe(false)
  })

  it('stores the answer "no limit" for all devices (R633)', async () => {
    const { actor, reach } = await open()
    actor.send({ type: 'question.decline' })
    await reach('over')
    expect((await limit()).amount).toBeNull()
    await reread()
    const elsewhere = memberAt(backend, newcomer.token)
    const again = createActor(limitQuestionLogic, { input: { wallet: elsewhere.wallet } }).start()
    expect((await waitFor(again, (seen) => !seen.matches('loading'))).value).toBe('over')
    elsewhere.leave()
  })

  it('sets the limit once even if the player checks after a lost reply (R633)', async () => {
    const { actor, reach } = await open()
    actor.send({ type: 'amount.type', text: '500' })
    loseReply()
    actor.send({ type: 'question.set' })
    await reach('unsure')
    await backend.call('limits.set', { period: 'day', amount: 300, isConfirmed: false }, { token: newcomer.token })
    actor.send({ type: 'question.check' })
    await reach('over')
    expect(await limit()).toMatchObject({ amount: toSatang(300), wish: null })
  })

  it('is not asked again right after the answer, while the wallet still has the old prompt (R633)', async () => {
    const { actor, reach } = await open()
    const { fetch } = wire
    // the wallet read that follows the answer stays pending
    wire.fetch = (input, init) =>
      String(input).endsWith('/api/wallet') ? new Promise<never>(() => {}) : fetch(input, init)
    actor.send({ type: 'question.set' })
    await reach('over')
    wire.fetch = fetch
    expect(member.wallet.getSnapshot().context.overview?.limitPrompt).toBe('first')
    expect((await open()).isAsked).toBe(false)
  })

  it('is not asked after an answer on another device (R633)', async () => {
    member.wallet.send({ type: 'wallet.show' })
    await waitFor(member.wallet, (seen) => seen.context.overview !== null)
    await backend.call('limits.review', {}, { token: newcomer.token })
    expect((await open()).isAsked).toBe(false)
  })

  it('is still asked if the wallet cannot be reloaded, because the prompt loaded earlier still applies (R632)', async () => {
    member.wallet.send({ type: 'wallet.show' })
    await waitFor(member.wallet, (seen) => seen.context.overview !== null)
    const { fetch } = wire
    wire.fetch = (input, init) =>
      String(input).endsWith('/api/wallet') ? Promise.reject(new TypeError('offline')) : fetch(input, init)
    expect((await open()).isAsked).toBe(true)
    wire.fetch = fetch
  })

  it('reports the limit in force if another device has set a lower limit (R632, R587)', async () => {
    const { actor } = await open()
    await backend.call('limits.set', { period: 'day', amount: 300, isConfirmed: false }, { token: newcomer.token })
    actor.send({ type: 'question.set' })
    const { context } = await waitFor(actor, (seen) => seen.matches('other'))
    expect(context.limit).toBe(toSatang(300))
    expect((await limit()).amount).toBe(toSatang(300))
  })

  it('does not block the deposit if the reply to "no limit" is lost (R634)', async () => {
    const { actor, reach } = await open()
    loseReply()
    actor.send({ type: 'question.decline' })
    await reach('over')
  })

  it.each(['BAHT', 'LAK'] as const)(
    'suggests an amount in the account’s currency: %s (R632)',
    async (currency: Currency) => {
      await backend.db.update(members).set({ currency }).where(eq(members.id, newcomer.id))
      const { actor } = await open()
      expect(actor.getSnapshot().context.text).toBe(typedAmount(SUGGESTED_LIMIT[currency]))
    },
  )
})

describe('the deposit continues without the question', () => {
  it('if the member has already deposited (R632)', async () => {
    await backend.call('wallet.add', { amount: 100 }, { token: newcomer.token })
    expect((await open()).isAsked).toBe(false)
  })

  it.each([[[]], [['care']]] as Offer[][][])('on a backend that offers no limits: %j (R634)', async (offers) => {
    const { site } = wire
    wire.site = async () => ({ ...(await site()), offers })
    expect((await open()).isAsked).toBe(false)
  })

  it('if the offers cannot be read (R634)', async () => {
    wire.site = () => Promise.reject(new Error('offline'))
    expect((await open()).isAsked).toBe(false)
  })

  it('if the wallet cannot be read (R634)', async () => {
    await wire.site()
    wire.fetch = () => Promise.reject(new TypeError('offline'))
    expect((await open()).isAsked).toBe(false)
    expect(member.wallet.getSnapshot().matches({ overview: 'failed' })).toBe(true)
  })
})

describe('the review of limits', () => {
  const old = { createdAt: new Date('2025-01-15T03:30:00Z') }
  beforeEach(async () => {
    await backend.db.update(members).set(old).where(eq(members.id, newcomer.id))
    await backend.call('wallet.add', { amount: 100 }, { token: newcomer.token })
    member.wallet.send({ type: 'wallet.show' })
    await waitFor(member.wallet, (seen) => seen.context.overview?.limitPrompt === 'review')
  })
  const confirm = () => {
    const actor = createActor(limitReviewLogic, { input: { wallet: member.wallet } }).start()
    actor.send({ type: 'review.confirm' })
    return actor
  }

  it('is not shown in the deposit dialog (R632)', async () => {
    expect((await open()).isAsked).toBe(false)
  })

  it('is confirmed on the server, and the wallet no longer prompts for it (R636)', async () => {
    await waitFor(confirm(), (seen) => seen.matches('confirmed'))
    await reread()
  })

  it('is confirmed if the player checks after a lost reply (R636)', async () => {
    loseReply()
    const actor = confirm()
    await waitFor(actor, (seen) => seen.matches('unsure'))
    actor.send({ type: 'review.check' })
    await waitFor(actor, (seen) => seen.matches('confirmed'))
    await reread()
  })
})
