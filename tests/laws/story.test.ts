import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { receiverMachine } from '#src/inspect/receiver/receiver.machine.ts'
import { chosenOf, rowsOf, worldOf } from '#src/inspect/receiver/view.ts'
import { readLog } from '#src/inspect/receiver/world.ts'
import { GIFT } from '#tests/kit/samples/gift.ts'
import { compositions } from './compositions.ts'
import { toLog } from './live.ts'
import { readStory, replay, type Story, startOf } from './story.ts'

/**
 * Stories that `npm run prove` prints if two fixes are removed. There is one for each change that can be replayed in a
 * browser.
 */
const files = globSync('tests/laws/stories/*.json').sort()
const transfer = readStory('tests/laws/stories/transfer-told-refused.json')
const ONE_MEND = ['the server judges the login before the key'] as const

it('every change that a browser can replay has a saved story', () => {
  const startable = Object.keys(compositions).filter((composition) => startOf({ ...transfer, composition }))
  expect(files.map((file) => readStory(file).composition)).toEqual(
    startable.filter((name) => !['agedTransfer', 'limitedTransfer'].includes(name)).sort(),
  )
})

it.each(files)('a saved story breaks the same law again when it is replayed: %s (R385)', (file) => {
  const story = readStory(file)
  const { moves, broken, impossible } = replay(story)
  expect(impossible).toBeNull()
  expect(moves.map(({ words }) => words)).toEqual(story.story)
  expect(broken).toContain(story.law)
})

it.each(files)('a saved story runs to its end on the fixed product without breaking a law: %s (R385)', (file) => {
  const { broken, impossible } = replay(readStory(file), [])
  expect(impossible).toBeNull()
  expect(broken).toEqual([])
})

it('replaying the transfer story shows the player a refusal that the law forbids (R385)', () => {
  expect(replay(transfer).moves.at(-1)?.states[0]?.transfer).toBe('refused')
})

it('replaying the transfer story breaks no law once the client is fixed (R385, R387)', () => {
  const { moves, broken, impossible } = replay(transfer, [...ONE_MEND])
  expect(impossible).toBeNull()
  expect(broken).toEqual([])
  expect(moves.at(-1)?.states[0]?.['transfer/attempt']).toBe('unknown')
})

it('a story replayed on the product continues with the actual replies of the server, and reports each difference (R385)', () => {
  const { moves } = replay(transfer, [])
  const changed = moves.filter(({ words, told }) => words !== told)
  expect(changed.map(({ told }) => told)).toEqual(transfer.story.slice(3))
  expect(changed[0]?.words).toMatch(/it knows the key and repeats that the change was made$/)
  expect(moves.at(-1)?.states[0]?.transfer).toBe('succeeded')
})

it('a replay stops at a player’s move that is no longer possible, and reports it (R385)', () => {
  const story: Story = { ...transfer, story: ['tab 1: the player checks again', ...transfer.story] }
  expect(replay(story)).toMatchObject({ moves: [], impossible: story.story[0] })
})

/** An inspector with the log of a replayed story, opened from a file. */
function inspectorWith(story: Story) {
  const messages = readLog(JSON.stringify(toLog(story, replay(story))))
  if (!messages) throw new Error('the inspector cannot read the log')
  const inspector = createActor(receiverMachine).start()
  inspector.send({ type: 'file.opened', name: 'story.json', messages })
  return { inspector, messages, shown: () => inspector.getSnapshot() }
}

it.each(files)('the inspector lists the moves of a saved story in order: %s', (file) => {
  const story = readStory(file)
  const { shown } = inspectorWith(story)
  const listed = rowsOf(shown()).filter(({ to, kind }) => to === 'app' && kind === 'event')
  expect(listed.map(({ text }) => text)).toEqual(story.story.map((words, at) => `${at + 1}. ${words}`))
})

it('the inspector steps through a story to the state that breaks the law', () => {
  const { inspector, messages, shown } = inspectorWith(transfer)
  inspector.send({ type: 'actor.choose', name: 'transfer (tab 1)' })
  const states: unknown[] = []
  for (let at = 0; at <= messages.length; at++) {
    inspector.send({ type: 'position.set', at })
    states.push(chosenOf(shown())?.snapshot.value)
  }
  const changes = states.filter((state, at) => at === 0 || state !== states[at - 1])
  expect(changes).toEqual([undefined, 'editing', 'attempting', 'refused'])
  expect(chosenOf(shown())?.taken.at(-1)).toMatchObject({ event: 'xstate.done.actor.attempt' })
})

it('the log of a story contains no secrets', () => {
  const story = readStory('tests/laws/stories/giftLink-told-refused.json')
  const log = JSON.stringify(toLog(story, replay(story)))
  expect(log).toContain('•••')
  expect(log).not.toContain(GIFT)
})

it('a reload in the log of a story restarts the tab with its pending change', () => {
  const loaded = 'tab 1: the page is loaded again'
  const { shown, inspector, messages } = inspectorWith({ ...transfer, story: [...transfer.story.slice(0, 2), loaded] })
  inspector.send({ type: 'position.set', at: messages.length })
  inspector.send({ type: 'actor.choose', name: 'transfer (tab 1)' })
  expect(rowsOf(shown()).filter(({ kind, to }) => kind === 'begin' && to === 'transfer (tab 1)')).toHaveLength(2)
  expect(chosenOf(shown())?.snapshot.value).toBe('attempting')
  const running = [...worldOf(shown()).values()].filter(({ hasEnded }) => !hasEnded)
  expect(running.filter(({ name }) => name === 'transfer (tab 1)')).toHaveLength(1)
})

it.each([
  { days: 'six days', moves: ['six days pass'], state: 'attempting' },
  { days: 'eight days', moves: ['six days pass', 'two more days pass'], state: 'editing' },
])('after $days, the log of a story starts a tab again in the state $state', ({ moves, state }) => {
  const confirm = 'the player enters 1 baht, the minimum, then the player submits the transfer'
  const story = [confirm, ...moves, 'the page is loaded again']
  const { shown, inspector, messages } = inspectorWith({ ...transfer, composition: 'agedTransfer', story })
  inspector.send({ type: 'position.set', at: messages.length })
  inspector.send({ type: 'actor.choose', name: 'transfer' })
  expect(chosenOf(shown())?.snapshot.value).toBe(state)
})

it('the log of a story shows the pending change of the original tab in its duplicate', () => {
  const story = [...transfer.story.slice(0, 2), 'tab 1: is duplicated as tab 2']
  const { shown, inspector, messages } = inspectorWith({ ...transfer, story })
  inspector.send({ type: 'position.set', at: messages.length })
  inspector.send({ type: 'actor.choose', name: 'transfer (tab 2)' })
  expect(chosenOf(shown())?.snapshot.value).toBe('attempting')
})
