import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  type EventObject,
  StateMachine,
} from 'xstate'
import { clock } from '#src/actors/clock.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { tabs } from '#src/actors/tabs.ts'
import { walletLogic } from '#src/actors/wallet.ts'
import { wire } from '#src/api/request.ts'
import { inputOf, type Model, type Path } from '#tests/kit/model.ts'
import { loadModel, stems } from '#tests/kit/models.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { fakeWindow } from '#tests/kit/window.ts'

/** The number of open sockets. */
const opened = vi.hoisted(() => ({ sockets: 0 }))
vi.mock('socket.io-client', () => ({
  io: () => {
    opened.sockets++
    const socket = { on() {}, connect() {}, emit() {}, timeout: () => socket, disconnect: () => opened.sockets-- }
    return socket
  },
}))

const own = { ...wire }
/** The abort signals of all requests, none of which is answered. */
let signals: AbortSignal[] = []
/** The types of all current listeners on the page. */
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
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} }, share: async () => {} })
  vi.stubGlobal('location', { reload: () => {} })
  Object.assign(window, { open: () => null })
  vi.useFakeTimers()
  signals = []
  listeners = []
  opened.sockets = 0
  watch(document)
  watch(window)
  wire.token = () => 'T1'
  wire.fetch = (_, { signal }) =>
    new Promise((_, reject) => {
      if (!signal) throw new Error('a request without a signal')
      signals.push(signal)
      // like a real request, it fails immediately if it was aborted before it started
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
})
afterEach(() => {
  Object.assign(wire, own)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets an actor run for three seconds and stops it. */
async function stopAfter3s(actor: AnyActorRef) {
  await settle()
  await vi.advanceTimersByTimeAsync(3_000)
  actor.stop()
  await vi.advanceTimersByTimeAsync(0)
}
const runFor3s = (logic: AnyActorLogic, input: unknown) => stopAfter3s(createActor(logic, { input }).start())

/** Follows a path with the machine's real actions and children. Only the replies to calls come from the path. */
async function follow(path: Path, model: Model, machine: AnyStateMachine) {
  const fakes = new Fakes()
  const children = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>)
  const real = children.filter(([id]) => !Object.hasOwn(model.config.outcomes ?? {}, id))
  const logic: AnyStateMachine = fakes.provide(
    { ...model, config: { ...model.config, machine } },
    Object.fromEntries(real),
  )
  const actor = createActor(logic, { input: inputOf(path) }).start()
  await settle()
  for (const { event } of path.slice(1)) {
    const { type, output, error } = event as EventObject & { output?: unknown; error?: unknown }
    const [, end, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
    // the real children may have led to another state, so a reply that no call is waiting for is skipped
    if (fakes.waiting.has(id)) end === 'done' ? fakes.take(id).resolve(output) : fakes.take(id).reject(error)
    else if (type.startsWith('xstate.after.')) await vi.advanceTimersByTimeAsync(1_000)
    else if (id === '' && actor.getSnapshot().status === 'active') actor.send(event)
    await settle()
  }
  await stopAfter3s(actor)
}
const left = () => ({
  listeners,
  sockets: opened.sockets,
  timers: vi.getTimerCount(),
  requests: signals.filter(({ aborted }) => !aborted).length,
})
const NOTHING = { listeners: [], sockets: 0, timers: 0, requests: 0 }

/** Returns all machines and other actors in `logics`, including those that they invoke or spawn. */
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

it.each(stems)(
  'the %s machine leaves no listener, socket, timer or request behind when it is stopped',
  async (stem) => {
    const model = await loadModel(stem)
    const { config } = model
    const { id, implementations } = config.machine
    const logic = machines.find((machine) => machine.id === id)
    // a machine that src/actors does not extend needs no actors, so it is used unchanged
    if (!logic) expect(implementations.actors, 'joined to nothing in src/actors').toEqual({})
    for (const input of Object.values(config.starts)) {
      await runFor3s(logic ?? config.machine, input)
      expect(left()).toEqual(NOTHING)
    }
    for (const path of model.paths()) {
      await follow(path, model, logic ?? config.machine)
      expect(left()).toEqual(NOTHING)
    }
  },
)

it('these tests detect when calls, the clock and the tab channel start and stop', async () => {
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
