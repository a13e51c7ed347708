import { expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { devicesMachine } from '#machines/devices.machine.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'

type Sent = { id: string | null; key: string }

/** Starts the machine, whose ends fail with `failures` in their order and then succeed. */
async function start(...failures: Failure[]) {
  const sent: Sent[] = []
  const left = [...failures]
  let lists = 0
  const actor = createActor(
    devicesMachine.provide({
      actors: {
        'session.list': fromPromise(async () => {
          lists += 1
          return { sessions: [here, null, phone] }
        }),
        end: fromPromise<object, Sent>(async ({ input }) => {
          sent.push(input)
          const failure = left.shift()
          if (failure) throw failure
          return {}
        }),
      },
    }),
  ).start()
  const reach = (state: 'shown' | 'unsure' | 'refused' | 'confirming') => waitFor(actor, (seen) => seen.matches(state))
  await reach('shown')
  return { actor, reach, sent, lists: () => lists }
}

it('ends the chosen session with a key and reads the list again (R560, R563)', async () => {
  const { actor, reach, sent, lists } = await start()
  actor.send({ type: 'device.end', id: phone.id })
  await reach('shown')
  expect(sent).toEqual([{ id: phone.id, key: expect.stringMatching(/^[\da-f-]{36}$/) }])
  expect(lists()).toBe(2)
})

it('neither ends this session nor one that is not in the list (R563)', async () => {
  const { actor, sent } = await start()
  actor.send({ type: 'device.end', id: here.id })
  actor.send({ type: 'device.end', id: 'unknown' })
  expect(actor.getSnapshot().value).toBe('shown')
  expect(sent).toEqual([])
})

it('ends all other sessions only once the player has confirmed (R561, R564)', async () => {
  const { actor, reach, sent } = await start()
  actor.send({ type: 'others.ask' })
  await reach('confirming')
  actor.send({ type: 'others.leave' })
  expect(sent).toEqual([])
  actor.send({ type: 'others.ask' })
  actor.send({ type: 'others.confirm' })
  await reach('shown')
  expect(sent).toMatchObject([{ id: null }])
})

it('checks an unknown outcome again with the same key and target (R565)', async () => {
  const { actor, reach, sent } = await start(noAnswer)
  actor.send({ type: 'device.end', id: phone.id })
  await reach('unsure')
  actor.send({ type: 'end.check' })
  await reach('shown')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

it('reads the list again if the session had ended already (R565)', async () => {
  const { actor, reach, lists } = await start(refused('NO_DATA'))
  actor.send({ type: 'device.end', id: phone.id })
  await reach('shown')
  expect(lists()).toBe(2)
})

it('shows why the server refuses (R565)', async () => {
  const { actor, reach } = await start(refused('REQUEST_LIMIT'))
  actor.send({ type: 'device.end', id: phone.id })
  const { context } = await reach('refused')
  expect(context.failure?.code).toBe('REQUEST_LIMIT')
})
