import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { TRANSFER_MIN, WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { wire } from '#src/api/request.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const TRANSFER = '/api/wallet/transfer'
let backend: Backend
let member: ReturnType<typeof memberAt>
let actor: Actor<typeof transferLogic>
let isLost = false

function open() {
  const input = { wallet: member.wallet, to: 'pg', least: TRANSFER_MIN, pending: pendingTransfer() }
  actor = createActor(transferLogic, { input }).start()
}

/**
 * Simulates a backend without idempotency keys, which processes every request. If `isLost` is set, the reply to the
 * next transfer is lost.
 */
function forgetKeys() {
  const direct = wire.fetch
  wire.site = async () => ({ ...SITE, offers: [] })
  wire.fetch = async (url, init) => {
    const reply = await direct(url, { ...init, headers: { ...Object(init.headers), 'Idempotency-Key': newKey() } })
    if (!isLost || url !== TRANSFER) return reply
    isLost = false
    throw new TypeError('Failed to fetch')
  }
}
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  member = memberAt(backend, await backend.login())
  forgetKeys()
  open()
})
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

const sent = () => member.sent.filter(({ path }) => path === TRANSFER).length
const attempt = () => {
  const child = actor.getSnapshot().children.attempt
  if (!child) throw new Error('no attempt runs')
  return child
}
const evident = () => waitFor(attempt(), (s) => s.matches('evident'))

type Slots = readonly object[]
const unreadable = (slots: Slots): Slots | null => slots.map((slot) => ({ ...slot, amount: 'x' }))

/**
 * Replaces the games in the wallet's reply with `spoil(games)` while `isSpoilt` returns true. By default, the new games
 * are unreadable. Returns a function that undoes the replacement.
 */
function spoilWallet(isSpoilt: () => boolean, spoil = unreadable) {
  const direct = wire.fetch
  wire.fetch = async (url, init) => {
    const isNow = isSpoilt()
    const reply = await direct(url, init)
    if (url !== '/api/wallet' || !isNow) return reply
    const { slots, ...overview } = await reply.json()
    return Response.json({ ...overview, slots: spoil(slots) })
  }
  return () => {
    wire.fetch = direct
  }
}

/** Transfers 100 baht, but the reply is lost. */
async function lose() {
  isLost = true
  actor.send({ type: 'amount.type', text: '100' })
  actor.send({ type: 'transfer.submit' })
  return evident()
}

const mainOnly = { change: { main: -10_000, games: null }, conclusion: 'done' }

it('after the reply to a transfer is lost, the dialog shows the wallet and the statement and does not resend the transfer (R385)', async () => {
  const { context } = await lose()
  expect(context.evidence).toMatchObject({
    main: toSatang(DEMO.member.wallet) - 10_000,
    change: { main: -10_000, games: 10_000 },
    rows: [{ statementType: 'transfer', from: WALLET, amount: 10_000 }],
    conclusion: 'done',
  })
  attempt().send({ type: 'attempt.check' })
  await evident()
  expect(sent()).toBe(1)
})

it.each([
  ['before the transfer', () => isLost, mainOnly],
  ['after the transfer', () => !isLost, { change: { main: -10_000, games: 10_000 }, conclusion: 'done' }],
])(
  'the dialog reports the change in the game balances as unknown if they could not be read %s, and re-reads them when reopened (R385)',
  async (_, isSpoilt, later) => {
    const mend = spoilWallet(isSpoilt)
    const { context } = await lose()
    expect(context.evidence).toMatchObject(mainOnly)
    actor.stop()
    mend()
    open()
    expect((await evident()).context.evidence).toMatchObject(later)
  },
)

it.each([
  ['before the transfer', () => isLost],
  ['after the transfer', () => !isLost],
])(
  'the dialog reports the change in the game balances as unknown if the list of games is null %s (R161, R385)',
  async (_, isSpoilt) => {
    spoilWallet(isSpoilt, () => null)
    const { context } = await lose()
    expect(context.evidence).toMatchObject(mainOnly)
  },
)

it('the dialog sends the transfer after 5 s even if the statement cannot be read beforehand, and then shows only the wallet balance (R385)', async () => {
  const direct = wire.fetch
  wire.fetch = (url, init) =>
    url === '/api/statement' && isLost
      ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
      : direct(url, init)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  isLost = true
  actor.send({ type: 'amount.type', text: '100' })
  actor.send({ type: 'transfer.submit' })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(sent()).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(sent()).toBe(1))
  const { context } = await evident()
  expect(context.evidence).toMatchObject({ main: toSatang(DEMO.member.wallet) - 10_000, change: null })
})

it('after a reload the dialog does not resend the transfer, and still compares the balances before and after the transfer (R385)', async () => {
  await lose()
  actor.stop()
  open()
  const { context } = await evident()
  expect(context.evidence?.change).toEqual({ main: -10_000, games: 10_000 })
  expect(sent()).toBe(1)
})

it('the dialog clears the transfer once the player has seen the outcome, and sends the next one as a new transfer (R385)', async () => {
  await lose()
  attempt().send({ type: 'attempt.seen' })
  expect(actor.getSnapshot().value).toBe('editing')
  expect(pendingTransfer()).toBeNull()
  actor.send({ type: 'transfer.submit' })
  expect(actor.getSnapshot().value).toBe('editing')
  actor.send({ type: 'amount.type', text: '100' })
  actor.send({ type: 'transfer.submit' })
  await waitFor(actor, (s) => s.matches('succeeded'))
  expect(sent()).toBe(2)
})
