import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor, createEmptyActor, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { playLimitLogic } from '#src/actors/play-limit.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { sessionWithToasts } from '#tests/kit/session-toasts.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let token: string
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
})
afterEach(() => member.leave())

/** Opens the limits and waits for their data. */
async function open() {
  const actor = createActor(playLimitLogic, { input: { wallet: createEmptyActor() as never } }).start()
  const reach = (state: 'shown' | 'unsure') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  const set = (text: string) => {
    actor.send({ type: 'limit.open', kind: 'deposit', period: 'day' })
    actor.send({ type: 'amount.type', text })
    actor.send({ type: 'limit.save' })
  }
  const check = () => actor.send({ type: 'limit.check' })
  return { reach, set, check, day: () => actor.getSnapshot().context.found?.periods.day }
}

it('My play sets a limit on the server, and stores a higher limit as a pending request (R585, R587)', async () => {
  const { reach, set, day } = await open()
  expect(day()?.amount).toBeNull()
  set('500')
  await reach('shown')
  expect(day()).toMatchObject({ amount: toSatang(500), wish: null })
  set('900.50')
  await reach('shown')
  expect(day()).toMatchObject({ amount: toSatang(500), wish: { amount: toSatang(900.5), isReady: false } })
})

it('My play requests a higher limit only once even if the player checks after a lost reply (R587)', async () => {
  const { reach, set, check, day } = await open()
  set('500')
  await reach('shown')
  loseReply()
  set('900')
  await reach('unsure')
  backend.pass(60_000)
  const from = new Date(backend.now() - 60_000 + 24 * 60 * 60_000).toISOString()
  check()
  await reach('shown')
  expect(day()?.wish).toEqual({ amount: toSatang(900), from, isReady: false })
})

it('the page shows one toast for each held deposit, after the next call (R588)', async () => {
  const { ask, texts, close } = sessionWithToasts()
  await backend.call('limits.set', { period: 'day', amount: 100, isConfirmed: false }, { token })
  await ask()
  expect(texts()).toEqual([])
  await backend.call('wallet.add', { amount: 200 }, { token })
  await ask()
  await until(() => expect(texts()).toEqual(['care.limit.notice']))
  close()
  await ask()
  expect(texts()).toEqual([])
  backend.pass(1)
  await backend.call('wallet.add', { amount: 200 }, { token })
  await ask()
  await until(() => expect(texts()).toEqual(['care.limit.notice']))
})

it('the page shows no toast for an older held deposit once a newer one is no longer held (R588)', async () => {
  const { ask, texts, close } = sessionWithToasts()
  await backend.call('limits.set', { period: 'day', amount: 100, isConfirmed: false }, { token })
  await backend.call('wallet.add', { amount: 200 }, { token })
  backend.pass(1)
  await backend.call('wallet.add', { amount: 300 }, { token })
  await ask()
  await until(() => expect(texts()).toHaveLength(1))
  close()
  const held = await backend.db.select().from(heldDeposits).orderBy(heldDeposits.no)
  await backend.form('/held/return', { id: held.at(-1)?.id ?? '' })
  await ask()
  await ask()
  expect(texts()).toEqual([])
})
