import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { DEMO } from '#server/demo/seed.ts'
import { visitLogic } from '#src/actors/visit.ts'
import { checkMinutes, learnCheckMinutes } from '#src/lib/check-minutes.ts'
import { learnTime, serverNow } from '#src/lib/clock.ts'
import { clearLoginData } from '#src/lib/login-data.ts'
import { clearToken, storeToken, token } from '#src/lib/token.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const MINUTE = 60_000
let backend: Backend
let member: ReturnType<typeof memberAt>
let local: Map<string, string>
beforeEach(async () => {
  backend = await startBackend()
  local = fakeWindow().local
  const token = await backend.login(undefined, true)
  member = memberAt(backend, token)
  storeToken(token, true)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: backend.now() })
  // sets the page to the server's time, because another test may have set a different one
  learnTime(new Date().toUTCString(), Date.now(), Date.now())
  learnCheckMinutes('30', Date.now())
})
afterEach(() => {
  clearToken()
  vi.useRealTimers()
  member.leave()
})

/** Opens one of the member's pages. */
function open() {
  const actor = createActor(visitLogic).start()
  onTestFinished(() => void actor.stop())
  const reach = (state: { due: 'shown' }) => waitFor(actor, (seen) => seen.matches(state))
  return { actor, reach, state: () => actor.getSnapshot().value }
}
/** A visit as it is stored for a login. */
const kept = (visit: object) => token()?.slice(0, 8) + JSON.stringify(visit)
const shown = { due: 'shown' } as const
/** Advances the time in the page and on the server. */
function pass(minutes: number) {
  backend.pass(minutes * MINUTE)
  vi.advanceTimersByTime(minutes * MINUTE)
}

it('the page reminds the member after half an hour, and shows the result from the server (R591)', async () => {
  const { actor, reach, state } = open()
  pass(29)
  expect(state()).toBe('waiting')
  pass(1)
  await reach(shown)
  expect(actor.getSnapshot().context.position).toEqual({ deposited: 0, withdrawn: 0, won: 0, lost: 0 })
  actor.send({ type: 'visit.goOn' })
  pass(29)
  expect(state()).toBe('waiting')
  pass(1)
  await reach(shown)
})

it('a second tab continues the same visit, and one answer dismisses the reminder in both tabs (R592)', async () => {
  const first = open()
  pass(20)
  const second = open()
  pass(10)
  await Promise.all([first.reach(shown), second.reach(shown)])
  first.actor.send({ type: 'visit.goOn' })
  vi.advanceTimersByTime(1000)
  expect(second.state()).toBe('waiting')
})

it('a new visit starts if no page has been open for half an hour (R592)', async () => {
  const visit = { startedAt: Date.now() - 50 * MINUTE, remindedAt: Date.now() - 50 * MINUTE }
  local.set('visit', kept({ ...visit, seenAt: Date.now() - 30 * MINUTE }))
  const late = open()
  vi.advanceTimersByTime(1000)
  expect(late.state()).toBe('waiting')
  late.actor.stop()
  local.set('visit', kept({ ...visit, seenAt: Date.now() - 29 * MINUTE }))
  await open().reach(shown)
})

it.each(['', '{', '[]', '{"startedAt":"x"}', 'null'])('the page starts a new visit if %j is stored (R592)', (text) => {
  local.set('visit', token()?.slice(0, 8) + text)
  const { state } = open()
  pass(29)
  expect(state()).toBe('waiting')
  expect(local.get('visit')).toContain('"startedAt":')
})

it('without browser storage, a page still times its own visit (R592)', async () => {
  fakeWindow({ isBlocked: true })
  const { actor, reach } = open()
  pass(30)
  await reach(shown)
  actor.send({ type: 'visit.goOn' })
  pass(29)
  expect(actor.getSnapshot().value).toBe('waiting')
})

it('a new visit starts if the clock has been set back to a time before the stored visit (R592)', () => {
  const later = Date.now() + 60 * MINUTE
  local.set('visit', kept({ startedAt: later, remindedAt: later, seenAt: later }))
  open()
  expect(local.get('visit')).toContain(`"startedAt":${serverNow()}`)
})

it('a new visit starts when the same member logs out and in again (R592, D-08)', async () => {
  open().actor.stop()
  clearLoginData()
  expect(local.has('visit')).toBe(false)
  clearToken()
  storeToken(await backend.login(undefined, true), true)
  learnCheckMinutes('30', Date.now())
  pass(29)
  open()
  expect(local.get('visit')).toContain(`"startedAt":${serverNow()}`)
})

it('a new visit starts when another member logs in, and shows no reminders until a reply contains the member’s interval (R590, R592)', async () => {
  const first = open()
  pass(29)
  first.actor.stop()
  storeToken(await backend.login(DEMO.bonus.username, true), true)
  expect(checkMinutes()).toBe('0')
  learnCheckMinutes('30', Date.now())
  const second = open()
  pass(29)
  expect(second.state()).toBe('waiting')
  pass(1)
  await second.reach(shown)
})
