import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { TIME_CHECK_HEADER } from '#contract/notices.ts'
import { timeCheckLogic } from '#src/actors/time-check.ts'
import { checkMinutes, learnCheckMinutes } from '#src/lib/check-minutes.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { sessionWithToasts } from '#tests/kit/session-toasts.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
})
afterEach(() => {
  learnCheckMinutes('0', Date.now())
  member.leave()
})

/** Opens the reminder choice. */
function open() {
  const actor = createActor(timeCheckLogic).start()
  const reach = (state: 'shown' | 'unsure') => waitFor(actor, (seen) => seen.matches(state))
  return { actor, reach, minutes: () => actor.getSnapshot().context.minutes }
}
/** The reminder interval that the server stores for the member. */
const onServer = async () => {
  const reply = await backend.ask('account.profile', {}, { token })
  return reply.headers.get(TIME_CHECK_HEADER)
}

it('My play shows the reminder interval from the newest reply (R590)', () => {
  learnCheckMinutes('60', Date.now())
  const { minutes } = open()
  expect(minutes()).toBe(60)
  learnCheckMinutes('120', Date.now())
  expect(minutes()).toBe(120)
})

it('My play saves the chosen interval on the server and in the page (R590)', async () => {
  const { actor, reach, minutes } = open()
  actor.send({ type: 'reminder.choose', minutes: 30 })
  await reach('shown')
  expect([minutes(), checkMinutes(), await onServer()]).toEqual([30, '30', '30'])
})

it('after a lost reply, a check in My play shows that the choice was saved (R594)', async () => {
  const { actor, reach, minutes } = open()
  loseReply()
  actor.send({ type: 'reminder.choose', minutes: 30 })
  await reach('unsure')
  actor.send({ type: 'reminder.check' })
  await reach('shown')
  expect([minutes(), await onServer()]).toEqual([30, '30'])
})

it('My play keeps the newest choice, even if the reply to an earlier request arrives late (R590)', async () => {
  const { ask } = sessionWithToasts()
  const { actor, reach, minutes } = open()
  actor.send({ type: 'reminder.choose', minutes: 30 })
  await reach('shown')
  const early = ask()
  actor.send({ type: 'reminder.choose', minutes: null })
  await reach('shown')
  await early
  await vi.dynamicImportSettled()
  expect([minutes(), checkMinutes(), await onServer()]).toEqual([null, '0', '0'])
  await ask()
  await vi.dynamicImportSettled()
  expect(minutes()).toBeNull()
})
