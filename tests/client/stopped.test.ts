import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AnyActorLogic, type AnyStateMachine, createActor, type EventObject, StateMachine } from 'xstate'
import { clock } from '#src/actors/call.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { tabs } from '#src/actors/tabs.ts'
import { walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import { loadModel, stems } from '#tests/kit/models.ts'
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
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  Object.assign(window, { open: () => null })
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

/** Lets an actor run for three seconds, with these events at its beginning, and stops it. */
async function runFor3s(logic: AnyActorLogic, input: unknown, events: EventObject[] = []) {
  const actor = createActor(logic, { input }).start()
  await settle()
  for (const event of events) {
    if (actor.getSnapshot().status === 'active') actor.send(event)
    await settle()
  }
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

/** All machines and other actors in `logics`, those that they invoke or spawn too. */
function allOf(logics: readonly unknown[], found = new Set<AnyActorLogic>()): Set<AnyActorLogic> {
  for (const logic of logics as AnyActorLogic[]) {
    if (found.has(logic)) continue
    found.add(logic)
    if (logic instanceof StateMachine) allOf(Object.values(logic.implementations.actors), found)
  }
  return found
}

const files = import.meta.glob<Record<string, unknown>>('../../src/actors/*.ts', { eager: true })
const logics = Object.values(files).flatMap((file) =>
  Object.entries(file).flatMap(([name, logic]) => (name.endsWith('Logic') ? [logic] : [])),
)
const joined = [...allOf(logics)]
const machines = joined.filter((logic): logic is AnyStateMachine => logic instanceof StateMachine)

it.each(stems)('%s leaves no listener, timer or request behind when it is stopped', async (stem) => {
  const { config } = await loadModel(stem)
  const { id, implementations } = config.machine
  const logic = machines.find((machine) => machine.id === id)
  // one without actors is used as it is
  if (!logic) expect(implementations.actors, 'joined to nothing in src/actors').toEqual({})
  const events = Object.entries<Record<string, object>>(config.events).flatMap(([type, cases]) =>
    Object.values(cases).map((payload) => ({ type, ...payload })),
  )
  for (const input of Object.values(config.starts)) {
    await runFor3s(logic ?? config.machine, input)
    expect(left()).toEqual(NOTHING)
    await runFor3s(logic ?? config.machine, input, events)
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
