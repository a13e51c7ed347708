import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { bonusLogic } from '#src/actors/bonus.ts'
import { clock } from '#src/actors/call.ts'
import { conditionsLogic } from '#src/actors/conditions.ts'
import { contactLogic } from '#src/actors/contact.ts'
import { depositLogic } from '#src/actors/deposit.ts'
import { gameAccountLogic } from '#src/actors/game-account.ts'
import { homeLogic } from '#src/actors/home.ts'
import { inviteBonusLogic, inviteLogic } from '#src/actors/invite.ts'
import { changePasswordLogic, profileLogic } from '#src/actors/profile.ts'
import { refundLogic } from '#src/actors/refund.ts'
import { registerLogic } from '#src/actors/register.ts'
import { spinLogic } from '#src/actors/spin.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { slipsLogic, statementLogic } from '#src/actors/statement.ts'
import { tabs } from '#src/actors/tabs.ts'
import { transferLogic } from '#src/actors/transfer.ts'
import { walletLogic } from '#src/actors/wallet.ts'
import { withdrawLogic } from '#src/actors/withdraw.ts'
import { wire } from '#src/api/request.ts'
import { loadModel } from '#tests/kit/models.ts'
import { settle } from '#tests/kit/run.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
/** The signals of all requests, none of which is answered. */
let signals: AbortSignal[] = []
/** Listeners of the page that are there, by what they listen to. */
let listeners: string[] = []

const watch = (target: EventTarget) => {
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (type: string, ...rest: [never]) => {
    listeners.push(type)
    addEventListener.call(target, type, ...rest)
  }
  target.removeEventListener = (type: string, ...rest: [never]) => {
    listeners.splice(listeners.indexOf(type), 1)
    removeEventListener.call(target, type, ...rest)
  }
}
beforeEach(() => {
  fakeWindow()
  vi.useFakeTimers()
  signals = []
  listeners = []
  watch(document)
  watch(window)
  wire.token = () => 'T1'
  wire.fetch = (_, { signal }) =>
    new Promise((_, reject) => {
      if (!signal) throw new Error('a request without a signal')
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
})
afterEach(() => {
  Object.assign(wire, own)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets an actor run for three seconds and stops it. */
async function runFor3s(logic: AnyActorLogic, input: unknown) {
  const actor = createActor(logic, { input }).start()
  await settle()
  await vi.advanceTimersByTimeAsync(3_000)
  actor.stop()
  await vi.advanceTimersByTimeAsync(0)
}
const left = () => ({
  listeners,
  timers: vi.getTimerCount(),
  requests: signals.filter(({ aborted }) => !aborted).length,
})
const NOTHING = { listeners: [], timers: 0, requests: 0 }

it.each<[stem: string, logic: AnyActorLogic]>([
  ['bonus', bonusLogic],
  ['change-password', changePasswordLogic],
  ['conditions', conditionsLogic],
  ['contact', contactLogic],
  ['deposit', depositLogic],
  ['game-account', gameAccountLogic],
  ['home', homeLogic],
  ['invite', inviteLogic],
  ['invite-bonus', inviteBonusLogic],
  ['profile', profileLogic],
  ['refund', refundLogic],
  ['register', registerLogic],
  ['slips', slipsLogic],
  ['spin', spinLogic],
  ['spin-active', spinActiveLogic],
  ['statement', statementLogic],
  ['transfer', transferLogic],
  ['wallet', walletLogic],
  ['withdraw', withdrawLogic],
])('%s leaves no listener, timer or request behind when it is stopped', async (stem, logic) => {
  const { config } = await loadModel(stem)
  for (const input of Object.values(config.starts)) {
    await runFor3s(logic, input)
    expect(left()).toEqual(NOTHING)
  }
})

it('runs calls, the clock and the line between tabs, and ends them', async () => {
  await runFor3s(spinActiveLogic, undefined)
  expect(signals).toHaveLength(1)
  const wallet = createActor(walletLogic, { input: { syncedAt: null } }).start()
  wallet.send({ type: 'wallet.show' })
  await settle()
  expect(signals.length).toBeGreaterThan(1)
  wallet.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(left()).toEqual(NOTHING)
  for (const logic of [clock, tabs]) {
    const actor = createActor(logic).start()
    expect(listeners).toHaveLength(1)
    actor.stop()
    expect(left()).toEqual(NOTHING)
  }
})
