import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, waitFor } from 'xstate'
import { othersIn } from '#machines/devices.machine.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { devicesLogic } from '#src/actors/devices.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let others: string[]
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  member = memberAt(backend, await backend.login())
  others = [await backend.login(), await backend.login()]
})
afterEach(() => member.leave())

/** Opens the dialog and waits for its list. */
async function open() {
  const actor = createActor(devicesLogic, { input: { asksPassword: true } }).start()
  const reach = (state: 'shown') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  const ids = () => othersIn(actor.getSnapshot().context.sessions).map(({ id }) => id)
  return { actor, reach, ids }
}
/** Returns the open step-up, or throws if there is none. */
function stepUpOf(actor: ActorRefFrom<typeof devicesLogic>) {
  const { stepUp } = actor.getSnapshot().children
  if (!stepUp) throw new Error('nobody is asked for a proof')
  return stepUp
}
const confirm = (password = DEMO_PASSWORD) => ({ type: 'password.submit', password }) as const
const statusOf = async (token: string) => (await backend.call('account.profile', {}, { token })).status
const statuses = async () => (await Promise.all(others.map(statusOf))).sort()

it('the devices dialog lists the sessions and ends the chosen one on the server (R559, R560, R563)', async () => {
  const { actor, reach, ids } = await open()
  const [first = '', second] = ids()
  actor.send({ type: 'device.end', id: first })
  stepUpOf(actor).send(confirm())
  await reach('shown')
  expect(ids()).toEqual([second])
  expect(await statuses()).toEqual([200, 401])
})

it('the devices dialog ends all other sessions on the server (R561, R564)', async () => {
  const { actor, reach, ids } = await open()
  actor.send({ type: 'others.ask' })
  stepUpOf(actor).send(confirm())
  await reach('shown')
  expect(ids()).toEqual([])
  expect(await statuses()).toEqual([401, 401])
})

it('after a lost reply, a check in the devices dialog finds that the session has ended (R565)', async () => {
  const { actor, reach, ids } = await open()
  const [first = ''] = ids()
  loseReply()
  actor.send({ type: 'device.end', id: first })
  stepUpOf(actor).send(confirm())
  await waitFor(stepUpOf(actor), (seen) => seen.matches('unsure'))
  stepUpOf(actor).send({ type: 'stepUp.check', password: DEMO_PASSWORD })
  await reach('shown')
  expect(ids()).toHaveLength(1)
  expect(await statuses()).toEqual([200, 401])
})

it('after a wrong password, the devices dialog ends no session and prompts for the password again (R643)', async () => {
  const { actor, reach, ids } = await open()
  const [first = ''] = ids()
  actor.send({ type: 'device.end', id: first })
  stepUpOf(actor).send(confirm('wrong-word-1'))
  await waitFor(stepUpOf(actor), (seen) => seen.context.isWrong)
  expect(await statuses()).toEqual([200, 200])
  stepUpOf(actor).send(confirm())
  await reach('shown')
  expect(await statuses()).toEqual([200, 401])
})
