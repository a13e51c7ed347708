import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { careLogic } from '#src/actors/care.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  member = memberAt(backend, await backend.login())
})
afterEach(() => member.leave())

/** Opens the page and waits for its data. */
async function open() {
  const actor = createActor(careLogic).start()
  const reach = (state: 'shown' | 'unsure' | 'refused') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  const take = (length: 'day' | 'week') => {
    actor.send({ type: 'break.ask', length })
    actor.send({ type: 'break.confirm' })
  }
  return { actor, reach, take, until: () => actor.getSnapshot().context.care?.breakUntil }
}

it('My play shows the member’s play data, and starts a break on the server (R574, R576, R579)', async () => {
  const { actor, reach, take, until } = await open()
  expect(actor.getSnapshot().context.care?.positions.all.deposited).toBeGreaterThan(0)
  expect(until()).toBeNull()
  take('day')
  await reach('shown')
  expect(until()).toBe(new Date(backend.now() + 24 * 60 * 60_000).toISOString())
})

it('My play starts only one break when it checks again after a lost reply (R577)', async () => {
  const { actor, reach, take, until } = await open()
  loseReply()
  take('week')
  await reach('unsure')
  backend.pass(60_000)
  actor.send({ type: 'break.check' })
  await reach('shown')
  expect(until()).toBe(new Date(backend.now() - 60_000 + 7 * 24 * 60 * 60_000).toISOString())
})

it('My play shows the server’s reason when another tab has started a longer break (R577)', async () => {
  const { actor, reach, take } = await open()
  const other = await open()
  other.take('week')
  await other.reach('shown')
  take('day')
  await reach('refused')
  expect(actor.getSnapshot().context.failure).toMatchObject({
    code: 'PLAY_BREAK',
    message: expect.stringMatching(/^คุณพักการเล่นอยู่ถึง /),
  })
})
