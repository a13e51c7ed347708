import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, createActor, SimulatedClock, waitFor } from 'xstate'
import { homeLogic } from '#src/actors/home.ts'
import { wire } from '#src/api/request.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { settle } from '#tests/kit/run.ts'
import { listener } from '#tests/kit/start.ts'

const AGREEMENTS = 'GET /api/lookup/agreements'
let plain: ReturnType<typeof playPlainSite>
let clock: SimulatedClock
let home: Actor<typeof homeLogic>

beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
  clock = new SimulatedClock()
  home = createActor(homeLogic, { input: { wallet: listener().ref as never, seen: null }, clock }).start()
})
afterEach(() => void home.stop())

it('the home page requests the agreement from a plain backend after 1.5 s, and shows it (D-04)', async () => {
  clock.increment(1_499)
  expect(home.getSnapshot().value).toBe('fresh')
  clock.increment(1)
  await waitFor(home, (s) => s.matches('agreement'))
  expect(plain.count(AGREEMENTS)).toBe(1)
  expect(home.getSnapshot().context.agreements).toEqual(['<p>ข้อตกลงการใช้งาน</p>'])
})

it('the home page does not request the agreement if the player leaves within 1.5 s (D-04)', async () => {
  clock.increment(1_499)
  home.stop()
  clock.increment(10_000)
  await settle()
  expect(plain.count(AGREEMENTS)).toBe(0)
})

it('the home page shows no agreement if the list is empty (D-04)', async () => {
  const { fetch } = wire
  wire.fetch = async (url, init) => (url.endsWith('/agreements') ? Response.json([]) : fetch(url, init))
  clock.increment(1_500)
  await waitFor(home, (s) => s.matches('settled'))
})
