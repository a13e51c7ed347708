import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { type AnyActorRef, type AnyStateMachine, assign, createActor, fromCallback, fromPromise, setup } from 'xstate'
import { depositMachine } from '#machines/deposit.machine.ts'
import { listen } from '#src/inspect/hub.ts'
import { named } from '#src/inspect/inspector.ts'
import { nameOf } from '#src/inspect/names.ts'
import { PAGE_WARNING, SEND } from '#src/inspect/protocol.ts'
import { TICKS } from '#src/inspect/ticks.ts'
import { warn } from '#src/lib/warn.ts'
import { inspected } from '#tests/kit/inspected.ts'
import { listener } from '#tests/kit/start.ts'

const living: { stop: () => void }[] = []
const start = (logic: AnyStateMachine, id: string) => {
  const actor = createActor(logic, named(id)).start()
  living.push(actor)
  return actor
}
afterEach(() => {
  for (const actor of living.splice(0)) actor.stop()
  listen(null)
  vi.restoreAllMocks()
})

const child = setup({}).createMachine({ initial: 'idle', states: { idle: {} } })
const page = setup({
  types: { context: {} as { now: number; seconds: number } },
  actors: { child, 'account.create': fromPromise(() => new Promise<void>(() => {})), clock: fromCallback(() => {}) },
  actions: { count: assign({ seconds: ({ context }) => context.seconds + 1 }) },
  guards: { isOver: ({ context }) => context.seconds === 2 },
}).createMachine({
  id: 'page',
  context: { now: 0, seconds: 0 },
  invoke: [{ id: 'box', src: 'child' }],
  initial: 'open',
  states: {
    open: {
      invoke: [
        { id: 'clock', src: 'clock' },
        { id: 'account.create', src: 'account.create' },
      ],
      on: { 'clock.tick': [{ guard: 'isOver', target: 'over' }, { actions: 'count' }], 'page.leave': 'left' },
    },
    over: { on: { 'page.again': 'open' } },
    left: { type: 'final' },
  },
})

function attached(options: Parameters<typeof inspected>[0] = {}) {
  const app = inspected(options)
  app.open()
  app.connect()
  return app
}
const events = ({ messages }: ReturnType<typeof inspected>) =>
  messages().flatMap((each) => (each.type === '@xstate.event' ? [each.event.type] : []))

test('a late subscriber to the inspector receives all live actors at any depth, under one root', () => {
  const actor = start(page, 'register')
  start(child, 'home')
  const app = attached()
  expect(app.names()).toEqual(['app', 'register', 'register.box', 'register.clock', 'account.create', 'home'])
  const [root, register, box] = app.messages()
  expect(root).toMatchObject({ sessionId: 'app', rootId: 'app' })
  expect(register).toMatchObject({ parentId: 'app', rootId: 'app', snapshot: { value: 'open' } })
  expect(box).toMatchObject({ parentId: actor.sessionId, rootId: 'app' })
  actor.send({ type: 'page.leave' })
  expect(app.messages().at(-1)).toMatchObject({ type: '@xstate.snapshot', snapshot: { value: 'left', status: 'done' } })
})

test('an inspector snapshot lists the transitions that led to it, and the machine definition preserves the order of the states', () => {
  const app = attached()
  const actor = start(page, 'register')
  for (let tick = 0; tick < 3; tick++) actor.send({ type: 'clock.tick' })
  expect(app.messages().at(-1)).toMatchObject({ taken: [{ source: 'page.open', event: 'clock.tick', index: 0 }] })
  const [, found] = app.messages()
  const { states } = JSON.parse(found?.type === '@xstate.actor' ? (found.definition ?? '') : '')
  expect(Object.keys(states)).toEqual(['open', 'over', 'left'])
})

test('the inspector does not list actors that were never started, were stopped or are done', () => {
  createActor(page, named('ghost'))
  const gone = createActor(page, named('gone')).start()
  const last = gone.getSnapshot()
  gone.stop()
  // imitates useActorRef, which leaves the actor of an unmounted page stopped but with an unchanged snapshot
  Object.assign(gone, { _snapshot: last })
  const done = start(page, 'done')
  done.send({ type: 'page.leave' })
  const back = start(page, 'back')
  expect(attached().names()).toEqual(['app', 'back', 'back.box', 'back.clock', 'account.create'])
  back.stop()
  expect(attached().names()).toEqual(['app'])
})

test('the inspector sends no event for a tick, and a snapshot only if the tick changes the state', () => {
  const app = attached()
  const actor = start(page, 'register')
  const before = app.sent.length
  actor.send({ type: 'clock.tick' })
  actor.send({ type: 'clock.tick' })
  expect(app.sent.length).toBe(before)
  actor.send({ type: 'clock.tick' })
  expect(events(app)).not.toContain('clock.tick')
  expect(app.messages().at(-1)).toMatchObject({ event: { type: 'clock.tick' }, snapshot: { value: 'over' } })
})

test('the inspector names an actor by the ids from the root down, and a chat message by its number', () => {
  const deposit = createActor(depositMachine, {
    ...named('deposit'),
    input: { wallet: listener().ref, toasts: listener().ref, rules: {}, pending: { gift: null, slip: null } } as never,
  })
  expect(nameOf(deposit.getSnapshot().context.qr.KBANK)).toBe('deposit.qr.KBANK')
  const box = setup({ actors: { chatMessage: child } }).createMachine({
    context: ({ spawn }) => ({ refs: ['c7', 'a1', 'b2'].map((id) => spawn('chatMessage', { id })) }),
  })
  const chat = setup({ actors: { chatBox: box } }).createMachine({ invoke: { id: 'chatBox', src: 'chatBox' } })
  const { chatBox } = createActor(chat, named('chat')).getSnapshot().children
  const { refs } = (chatBox as AnyActorRef).getSnapshot().context
  expect([chatBox as AnyActorRef, ...refs].map(nameOf)).toEqual([
    'chat.box',
    'chat.message.1',
    'chat.message.2',
    'chat.message.3',
  ])
})

test('the inspector queues events until the receiver is ready, and sends the current state after the receiver reloads', () => {
  const app = inspected()
  const actor = start(page, 'register')
  expect(app.open()).toBe(true)
  actor.send({ type: 'page.leave' })
  expect(app.sent).toEqual([])
  app.connect()
  expect(app.names()).toContain('register')
  expect(events(app)).toContain('page.leave')
  start(child, 'home')
  app.sent.length = 0
  app.connect()
  expect(app.names()).toEqual(['app', 'home'])
  expect(app.sent.every(({ origin }) => origin === 'https://krapao.example')).toBe(true)
  app.leave()
  expect(app.messages().at(-1)).toEqual({ type: '@statelyai.disconnected' })
})

test('the inspector connects to an open receiver without a click, but not to one from another origin', () => {
  const app = inspected()
  start(child, 'home')
  app.hear({ type: '@statelyai.connected' }, 'https://elsewhere.example')
  expect(app.sent).toEqual([])
  app.connect()
  expect(app.names()).toEqual(['app', 'home'])
})

test('the inspector reports a blocked window, and sends nothing to a closed one', () => {
  expect(inspected({ isBlocked: true }).open()).toBe(false)
  const app = attached()
  app.receiver.closed = true
  const before = app.sent.length
  start(child, 'home')
  expect(app.sent.length).toBe(before)
})

test('the inspector opens a configured address and sends its messages to that origin', () => {
  const app = attached({ url: 'https://stately.example/inspect' })
  start(child, 'home')
  expect(app.opened).toHaveBeenCalledWith('https://stately.example/inspect', expect.any(String), expect.any(String))
  expect(app.names()).toEqual(['app', 'home'])
  expect(new Set(app.sent.map(({ origin }) => origin))).toEqual(new Set(['https://stately.example']))
})

test('the inspector accepts events only from the connected receiver', () => {
  const app = attached()
  const actor = start(page, 'register')
  const event = { type: SEND, sessionId: actor.sessionId, event: { type: 'page.leave' } }
  app.hear(event, 'https://elsewhere.example')
  app.hear(event, undefined, { postMessage: () => {} })
  expect(actor.getSnapshot().value).toBe('open')
  app.hear({ ...event, sessionId: 'nobody' })
  app.hear(event)
  expect(actor.getSnapshot().value).toBe('left')
  app.hear(event)
  expect(events(app).filter((type) => type === 'page.leave')).toHaveLength(1)
})

test('every actor that the product starts has a name', () => {
  const sources = globSync('src/**/*.{ts,tsx}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const starts = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:useActorRef|createActor)\(/g)].map(({ index }) => ({
      file,
      text: text.slice(index, index + 200),
    })),
  )
  expect(starts.length).toBeGreaterThan(20)
  expect(starts.filter(({ text }) => !/^\w+\([^;]*?\bnamed\(/.test(text))).toEqual([])
})

test('the inspector leaves out every tick and progress event of a machine', () => {
  const sources = globSync('machines/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const found = sources.flatMap((text) => [...text.matchAll(/'(\w+\.(?:tick|progress))'/g)].map(([, type]) => type))
  expect(new Set(found)).toEqual(new Set(TICKS))
})

test('the inspector sends each page warning to the receiver once, and stops when the receiver closes (R302)', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = attached()
  app.connect()
  warn('cannot read rows.3')
  const warnings = () =>
    app
      .messages()
      .flatMap((each) => (each.type === '@xstate.event' && each.event.type === PAGE_WARNING ? [each.event] : []))
  expect(warnings()).toEqual([{ type: PAGE_WARNING, text: 'cannot read rows.3' }])
  app.receiver.closed = true
  warn('cannot read rows.4') // while sending this warning, the inspector notices that the receiver has closed
  app.receiver.closed = false
  warn('cannot read rows.5')
  expect(warnings()).toHaveLength(1)
})
