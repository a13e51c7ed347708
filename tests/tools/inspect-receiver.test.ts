import { afterEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { SEND, type SentEvent } from '#src/inspect/protocol.ts'
import { eventsIn } from '#src/inspect/receiver/definition.ts'
import { differences } from '#src/inspect/receiver/difference.ts'
import { receiverMachine, shownLog } from '#src/inspect/receiver/receiver.machine.ts'
import { chosenOf, comparedOf, isPast, positionOf, rowsOf, worldOf } from '#src/inspect/receiver/view.ts'
import { type Message, readLog } from '#src/inspect/receiver/world.ts'

const base = (sessionId: string) => ({ sessionId, createdAt: '0' })
const begin = (sessionId: string, name: string, parentId?: string): Message => ({
  ...base(sessionId),
  type: '@xstate.actor',
  name,
  snapshot: { status: 'active' },
  ...(parentId ? { parentId } : {}),
})
const said = (sessionId: string, type: string, sourceId?: string): Message => ({
  ...base(sessionId),
  type: '@xstate.event',
  event: { type },
  ...(sourceId ? { sourceId } : {}),
})
const now = (sessionId: string, value: string, type = 'go', status = 'active'): Message => ({
  ...base(sessionId),
  type: '@xstate.snapshot',
  event: { type },
  snapshot: { status, value },
})
const LOG = [
  begin('app', 'app'),
  begin('x:1', 'session', 'app'),
  begin('x:2', 'register', 'app'),
  begin('x:3', 'account.create', 'x:2'),
  said('x:2', 'phone.submit'),
  now('x:2', 'profile', 'phone.submit'),
  said('x:2', 'xstate.done.actor.account.create', 'x:3'),
  now('x:2', 'left', 'go', 'done'),
]

function receiver(messages: readonly Message[] = LOG) {
  const actor = createActor(receiverMachine).start()
  for (const message of messages) actor.send({ type: 'log.received', message })
  return { actor, at: () => actor.getSnapshot(), send: actor.send }
}
const alive = (s: ReturnType<ReturnType<typeof receiver>['at']>) =>
  [...worldOf(s).values()].filter(({ hasEnded }) => !hasEnded).map(({ name }) => name)

describe('the inspector log', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('shows the newest top-level actor until another is chosen, and treats an actor’s children as stopped once the actor stops', () => {
    const { at, send, actor } = receiver(LOG.slice(0, 7))
    expect(chosenOf(at())?.name).toBe('register')
    actor.send({ type: 'log.received', message: LOG[7] as Message })
    expect([alive(at()), chosenOf(at())?.name]).toEqual([['app', 'session'], 'session'])
    send({ type: 'actor.choose', name: 'register' })
    expect(chosenOf(at())?.snapshot.value).toBe('left')
    send({ type: 'actor.follow' })
    expect(chosenOf(at())?.name).toBe('session')
  })

  test('replaces a stopped actor with a new one of the same name, and starts over when the page is reloaded', () => {
    const { at } = receiver([...LOG, begin('x:9', 'register', 'app')])
    expect([...worldOf(at()).keys()]).toEqual(['app', 'x:1', 'x:3', 'x:9'])
    expect(alive(receiver([...LOG, begin('app', 'app')]).at())).toEqual(['app'])
  })

  test('lists events and states with sender and receiver, filtered by text and by actor', () => {
    const { at, send } = receiver()
    const rows = () => rowsOf(at()).map(({ kind, from, to, text }) => [kind, from, to, text].join(' ').trim())
    expect(rows().slice(4)).toEqual([
      'event outside register phone.submit',
      'state  register profile',
      'event account.create register account.create done',
      'end  register left · done',
    ])
    send({ type: 'filter.type', text: 'PHONE' })
    expect(rows()).toEqual(['event outside register phone.submit'])
    send({ type: 'filter.type', text: '' })
    send({ type: 'actor.choose', name: 'session' })
    send({ type: 'filter.own', isOwn: true })
    expect(rows()).toEqual(['begin  session begins'])
  })

  test('steps back and forward, and records messages that arrive while it shows the past', () => {
    const { at, send } = receiver()
    send({ type: 'position.move', by: -2 })
    expect([isPast(at()), positionOf(at()), worldOf(at()).get('x:2')?.snapshot.value]).toEqual([true, 6, 'profile'])
    send({ type: 'log.received', message: begin('x:9', 'home', 'app') })
    expect(positionOf(at())).toBe(6)
    send({ type: 'position.set', at: 99 })
    expect(positionOf(at())).toBe(9)
    send({ type: 'live.resume' })
    expect([isPast(at()), alive(at())]).toEqual([false, ['app', 'session', 'home']])
  })

  test('replays from the beginning to the end, state by state, and can be paused', () => {
    vi.useFakeTimers()
    const { at, send } = receiver()
    send({ type: 'replay.play' })
    expect(positionOf(at())).toBe(0)
    vi.advanceTimersByTime(1_000)
    send({ type: 'replay.pause' })
    vi.advanceTimersByTime(5_000)
    expect([positionOf(at()), at().matches({ view: { past: 'paused' } })]).toEqual([6, true])
    send({ type: 'replay.play' })
    vi.advanceTimersByTime(5_000)
    expect([positionOf(at()), at().matches({ view: { past: 'paused' } })]).toEqual([8, true])
  })

  test('opens a saved file, and reports an invalid one', () => {
    const { at, send } = receiver([])
    const messages = readLog(JSON.stringify(LOG))
    if (!messages) throw new Error('not read')
    send({ type: 'file.opened', name: 'log.json', messages })
    send({ type: 'log.received', message: begin('app', 'app') })
    expect([positionOf(at()), shownLog(at().context).entries.length]).toEqual([1, 8])
    send({ type: 'live.resume' })
    expect([at().context.file, alive(at())]).toEqual([null, ['app']])
    expect(['', '{}', '[]', '[{"type":"a"}]', '[1]'].map(readLog)).toEqual([null, null, null, null, null])
    send({ type: 'file.unreadable', name: 'a.txt' })
    expect(at().matches({ view: 'unreadable' })).toBe(true)
  })

  test('keeps the actors when it is cleared, and shows whether the page is connected', () => {
    const { at, send } = receiver()
    send({ type: 'log.clear' })
    expect([shownLog(at().context).entries, alive(at())]).toEqual([[], ['app', 'session']])
    send({ type: 'line.up' })
    send({ type: 'line.down' })
    expect(at().matches({ line: 'lost' })).toBe(true)
    send({ type: 'line.up' })
    expect(at().matches({ line: 'up' })).toBe(true)
  })
})

describe('the inspector chart', () => {
  test('zooms in steps between a quarter and three times the original size', () => {
    const { at, send } = receiver()
    const scale = () => at().context.scale
    send({ type: 'chart.zoom', by: 1.25 })
    expect(scale()).toBe(1.25)
    for (let press = 0; press < 20; press++) send({ type: 'chart.zoom', by: 1.25 })
    expect(scale()).toBe(3)
    for (let press = 0; press < 20; press++) send({ type: 'chart.zoom', by: 0.5 })
    expect(scale()).toBe(0.25)
  })

  test('can be fitted to the window, and then zooms from its original size again', () => {
    const { at, send } = receiver()
    send({ type: 'chart.zoom', by: 2 })
    send({ type: 'chart.fit' })
    expect(at().context.scale).toBeNull()
    send({ type: 'chart.zoom', by: 2 })
    expect(at().context.scale).toBe(2)
    send({ type: 'chart.fit' })
    send({ type: 'chart.fit' })
    expect(at().context.scale).toBe(1)
  })
})

describe('comparing two moments', () => {
  const context = (sessionId: string, amount: number): Message => {
    const snapshot = { status: 'active', value: 'home', context: { amount } }
    return { ...base(sessionId), type: '@xstate.snapshot', event: { type: 'go' }, snapshot }
  }

  test('returns the chosen actor as it was at the compared moment', () => {
    const { at, send, actor } = receiver([...LOG.slice(0, 2), context('x:1', 1)])
    expect(comparedOf(at())).toBeUndefined()
    send({ type: 'moment.compare' })
    actor.send({ type: 'log.received', message: context('x:1', 2) })
    expect(comparedOf(at())?.snapshot.context).toEqual({ amount: 1 })
    expect(chosenOf(at())?.snapshot.context).toEqual({ amount: 2 })
    send({ type: 'moment.forget' })
    expect(comparedOf(at())).toBeUndefined()
  })

  test('finds nothing if the actor did not exist at the compared moment', () => {
    const { at, send } = receiver()
    send({ type: 'position.set', at: 2 })
    send({ type: 'moment.compare' })
    send({ type: 'position.set', at: 6 })
    expect(at().context.compared).toBe(2)
    expect(chosenOf(at())?.name).toBe('register')
    expect(comparedOf(at())).toBeUndefined()
  })

  test('ends when the log is cleared or another log is opened', () => {
    const { at, send } = receiver()
    send({ type: 'moment.compare' })
    send({ type: 'log.clear' })
    expect(at().context.compared).toBeNull()
    send({ type: 'moment.compare' })
    send({ type: 'file.opened', name: 'log.json', messages: LOG })
    expect(at().context.compared).toBeNull()
  })

  test('lists the differing values by their paths', () => {
    const before = { wallet: { amount: 1, name: 'a' }, list: [1, 2], same: {} }
    const after = { wallet: { amount: 2, name: 'a' }, list: [1], same: {}, more: null }
    expect(differences(before, after)).toEqual([
      { path: 'wallet.amount', before: '1', after: '2' },
      { path: 'list.1', before: '2', after: null },
      { path: 'more', before: null, after: 'null' },
    ])
  })
})

describe('sending an event', () => {
  function sender() {
    const sent: SentEvent[] = []
    const line = fromCallback<SentEvent>(({ receive }) => receive((event) => sent.push(event)))
    const actor = createActor(receiverMachine.provide({ actors: { line } })).start()
    const submit = (fields: string) =>
      actor.send({ type: 'event.submit', sessionId: 'x:1', event: 'amount.type', fields })
    return { actor, submit, sent }
  }

  test('delivers the event with its fields to the page', () => {
    const { actor, submit, sent } = sender()
    submit('{ "text": "100" }')
    submit('  ')
    expect(sent).toEqual([
      { type: SEND, sessionId: 'x:1', event: { type: 'amount.type', text: '100' } },
      { type: SEND, sessionId: 'x:1', event: { type: 'amount.type' } },
    ])
    expect(actor.getSnapshot().context.isBroken).toBe(false)
  })

  test.each(['{', '[1]', '1', 'null'])('rejects fields that are not a JSON object: %s', (fields) => {
    const { actor, submit, sent } = sender()
    submit(fields)
    expect(sent).toEqual([])
    expect(actor.getSnapshot().context.isBroken).toBe(true)
    submit('')
    expect(actor.getSnapshot().context.isBroken).toBe(false)
  })

  test('is not possible while a saved log is shown', () => {
    const { actor, submit, sent } = sender()
    actor.send({ type: 'file.opened', name: 'log.json', messages: LOG })
    submit('')
    expect(sent).toEqual([])
  })

  test('offers the events of the active states, without wildcards', () => {
    const definition = JSON.stringify({
      on: { 'app.leave': {}, '*': {} },
      states: { open: { on: { 'page.leave': 'over' }, states: { in: { on: { 'app.leave': 'a' } } } }, over: {} },
    })
    expect(eventsIn(definition, ['', 'open', 'open.in'])).toEqual(['app.leave', 'page.leave'])
    expect(eventsIn(definition, ['', 'over'])).toEqual(['app.leave'])
    expect(eventsIn(null, [''])).toEqual([])
  })
})
