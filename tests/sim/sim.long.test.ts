import { afterAll, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { receiverMachine } from '#src/inspect/receiver/receiver.machine.ts'
import { chosenOf, rowsOf, worldOf } from '#src/inspect/receiver/view.ts'
import { readLog } from '#src/inspect/receiver/world.ts'
import { HIDDEN } from '#src/inspect/redact.ts'
import { START } from '#tests/kit/database.ts'
import { BUGS } from './bugs.ts'
import { Processes } from './processes.ts'
import type { Recorded } from './recording.ts'
import type { Outcome } from './worker.ts'

const NIGHT = process.env.NIGHT === '1'
/** The bugs that every run looks for, because they are detected within seconds. A night looks for all bugs. */
const QUICK = ['the key is not kept', 'checking again sends a new key']
const LIMIT = NIGHT ? 600_000 : 180_000

const processes = new Processes(2)
afterAll(() => processes.end())

it.concurrent('the simulation gives the same trace for the same seed, and other traces for other seeds', {
  timeout: LIMIT,
}, async () => {
  const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => processes.run({ seed, hours: 0.05 })))
  expect(again?.hash).toBe(one?.hash)
  expect(other?.hash).not.toBe(one?.hash)
})

it.concurrent.each(BUGS.filter(({ name }) => NIGHT || QUICK.includes(name)))(
  'the simulation detects the seeded bug: $name (R385)',
  { timeout: LIMIT },
  async ({ name, law }) => {
    expect(await processes.notice(name, law)).not.toBe(null)
  },
)

/** A run whose members log in, register with a code from a text message, and ask for QR codes. */
const BUSY = { seed: 8, hours: 0.1 }
let recording: Promise<Outcome> | undefined
const recordedRun = () => {
  recording ??= processes.run({ ...BUSY, records: true })
  return recording
}

it.concurrent('the trace of a run does not change when the run is recorded', { timeout: LIMIT }, async () => {
  const [recorded, unrecorded] = await Promise.all([recordedRun(), processes.run(BUSY)])
  expect(recorded.hash).toBe(unrecorded.hash)
})

/** Returns the names of the fields whose values, as the pages sent them, are in the log. */
const leaksIn = ({ log, secrets }: Recorded) => {
  const text = JSON.stringify(log)
  return [...secrets].filter(([, values]) => [...values].some((value) => text.includes(value))).map(([name]) => name)
}

it.concurrent('the log of a run contains no token, password, code or QR code', { timeout: LIMIT }, async () => {
  const { recorded } = await recordedRun()
  if (!recorded) throw new Error('the run was not recorded')
  expect([...recorded.secrets.keys()].toSorted()).toEqual(['otpCode', 'password', 'token'])
  expect(leaksIn(recorded)).toEqual([])
  const log = JSON.stringify(recorded.log)
  for (const name of ['otpCode', 'password', 'qrcode']) expect(log).toContain(`"${name}":"${HIDDEN}"`)
  expect(log).not.toContain('<svg')
})

let shortened: Promise<Outcome> | undefined
/** Returns a run that breaks a law in the second tab of a member, with its shortest story. */
const failing = () => {
  shortened ??= processes.run({ seed: 1, hours: 0.1, bug: 'the balance is not read again', shrinks: true })
  return shortened
}

it.concurrent('the simulation shortens a failing run to a story of at most 25 events (R385)', {
  timeout: LIMIT,
}, async () => {
  const { shortest } = await failing()
  expect(shortest?.events).toBeLessThanOrEqual(25)
  expect(shortest?.story.at(-1)).toMatch(/BROKEN balance read again: Whatever the answer/)
})

it.concurrent('the inspector opens the log of the shortest story, with its lines and the actors of its tabs', {
  timeout: LIMIT,
}, async () => {
  const { shortest } = await failing()
  const messages = readLog(JSON.stringify(shortest?.log))
  if (!shortest || !messages) throw new Error('the inspector cannot read the log')
  expect(leaksIn(shortest)).toEqual([])
  const inspector = createActor(receiverMachine).start()
  inspector.send({ type: 'file.opened', name: 'sim.json', messages })
  inspector.send({ type: 'position.set', at: messages.length })
  const shown = inspector.getSnapshot()

  const lines = shortest.story.map((line) => line.trim().split(' '))
  const listed = rowsOf(shown).filter(({ to, kind }) => to === 'app' && kind === 'event')
  expect(listed.map(({ text }) => text)).toEqual(lines.map(([, ...words], at) => `${at + 1}. ${words.join(' ')}`))
  const times = messages.flatMap(({ type, sessionId, createdAt }) =>
    type === '@xstate.event' && sessionId === 'app' ? [((Number(createdAt) - START) / 1000).toFixed(3)] : [],
  )
  expect(times).toEqual(lines.map(([time]) => time))
  const moments = messages.map(({ createdAt }) => Number(createdAt))
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect(listed.at(-1)?.at).toBe(messages.length)

  const all = [...worldOf(shown).values()]
  const roots = all.filter(({ parentId, hasEnded }) => parentId === 'app' && !hasEnded)
  const tabs = ['Member 1, device 1, tab 1', 'Member 1, device 1, tab 2']
  for (const tab of tabs) expect(roots.map(({ name }) => name)).toContain(`${tab}: session`)
  for (const { name } of all.filter(({ sessionId }) => sessionId !== 'app'))
    expect(tabs.filter((tab) => name.startsWith(`${tab}: `))).toHaveLength(1)
  expect(chosenOf(shown)?.name).toBe('Member 1, device 1, tab 1: transfer')
  expect(chosenOf(shown)?.snapshot.value).toBe('succeeded')
})
