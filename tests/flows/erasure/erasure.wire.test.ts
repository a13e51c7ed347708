import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, waitFor } from 'xstate'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { erasureLogic } from '#src/actors/erasure.ts'
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

/** Returns the open step-up, or throws if there is none. */
function stepUpOf(actor: ActorRefFrom<typeof erasureLogic>) {
  const { stepUp } = actor.getSnapshot().children
  if (!stepUp) throw new Error('nobody is asked for a proof')
  return stepUp
}

/** Opens the section and waits for its request to load. */
async function open() {
  const actor = createActor(erasureLogic).start()
  const reach = (state: 'shown' | 'confirming' | 'cancelUnsure') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  const ask = (password = DEMO_PASSWORD) => {
    actor.send({ type: 'erasure.ask' })
    stepUpOf(actor).send({ type: 'password.submit', password })
  }
  return { actor, reach, ask, askedAt: () => actor.getSnapshot().context.askedAt }
}

it('the dialog stores the erasure request on the server and shows its time when reopened (R615, R616)', async () => {
  const { reach, ask } = await open()
  ask()
  await reach('shown')
  expect((await open()).askedAt()).toBe(new Date(backend.now()).toISOString())
})

it('the dialog prompts for the password again after a wrong password (R615)', async () => {
  const { actor, ask, askedAt } = await open()
  ask('wrong-word-1')
  await waitFor(stepUpOf(actor), (seen) => seen.context.isWrong)
  expect(askedAt()).toBeNull()
})

it('after a lost reply, a check shows the original time of the erasure request, or that the request was cancelled (R617, R618)', async () => {
  const { actor, reach, ask, askedAt } = await open()
  const at = new Date(backend.now()).toISOString()
  loseReply()
  ask()
  await waitFor(stepUpOf(actor), (seen) => seen.matches('unsure'))
  backend.pass(60_000)
  stepUpOf(actor).send({ type: 'stepUp.check', password: DEMO_PASSWORD })
  await reach('shown')
  expect(askedAt()).toBe(at)
  loseReply()
  actor.send({ type: 'erasure.cancel' })
  await reach('cancelUnsure')
  actor.send({ type: 'cancel.check' })
  await reach('shown')
  expect(askedAt()).toBeNull()
})
