import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
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

/** The opened dialog with its list loaded. */
async function open() {
  const actor = createActor(devicesLogic, { input: { asksPassword: true } }).start()
  const reach = (state: 'shown' | 'unsure' | 'confirming') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  const ids = () => othersIn(actor.getSnapshot().context.sessions).map(({ id }) => id)
  return { actor, reach, ids }
}
const confirm = (password = DEMO_PASSWORD) => ({ type: 'end.confirm', password }) as const
const statusOf = async (token: string) => (await backend.call('account.profile', {}, { token })).status
const statuses = async () => (await Promise.all(others.map(statusOf))).sort()

it('lists the sessions and ends the chosen one on the server (R559, R560, R563)', async () => {
  const { actor, reach, ids } = await open()
  const [first = '', second] = ids()
  actor.send({ type: 'device.end', id: first })
  actor.send(confirm())
  await reach('shown')
  expect(ids()).toEqual([second])
  expect(await statuses()).toEqual([200, 401])
})

it('ends all others on the server (R561, R564)', async () => {
  const { actor, reach, ids } = await open()
  actor.send({ type: 'others.ask' })
  actor.send(confirm())
  await reach('shown')
  expect(ids()).toEqual([])
  expect(await statuses()).toEqual([401, 401])
})

it('finds the session ended when it checks again after a lost reply (R565)', async () => {
  const { actor, reach, ids } = await open()
  const [first = ''] = ids()
  loseReply()
  actor.send({ type: 'device.end', id: first })
  actor.send(confirm())
  await reach('unsure')
  actor.send({ type: 'end.check', password: DEMO_PASSWORD })
  await reach('shown')
  expect(ids()).toHaveLength(1)
  expect(await statuses()).toEqual([200, 401])
})

it('a wrong password ends nothing, and is asked for again (R643)', async () => {
  const { actor, reach, ids } = await open()
  const [first = ''] = ids()
  actor.send({ type: 'device.end', id: first })
  actor.send(confirm('wrong-word-1'))
  await waitFor(actor, (seen) => seen.matches('ending'))
  await reach('confirming')
  expect(actor.getSnapshot().context.isWrong).toBe(true)
  expect(await statuses()).toEqual([200, 200])
  actor.send(confirm())
  await reach('shown')
  expect(await statuses()).toEqual([200, 401])
})
