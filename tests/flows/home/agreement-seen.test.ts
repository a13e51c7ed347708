import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { agreementMark } from '#contract/agreement.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const texts = ['<p>ข้อตกลง 1</p>']
let kept: Map<string, string>
beforeEach(() => {
  kept = fakeWindow().local
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Simulates one page load, in which home can be opened any number of times. */
async function page() {
  vi.resetModules()
  const { wire } = await import('#src/api/request.ts')
  wire.token = () => 'T'
  wire.fetch = async () => Response.json(texts)
  const { homeLogic, seenAgreement } = await import('#src/actors/home.ts')
  /** Opens home and waits until the agreement's visibility is decided. */
  async function open() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const home = createActor(homeLogic, { input: { seen: seenAgreement(), wallet: listener().ref as never } }).start()
    vi.advanceTimersByTime(1_500)
    vi.useRealTimers()
    await waitFor(home, (s) => s.matches('agreement') || s.matches('settled'))
    return home
  }
  return { open, seenAgreement }
}

test('accepting the agreement with the box ticked stores it as read for this and later visits (R198, D-03)', async () => {
  const { open } = await page()
  const home = await open()
  expect(home.getSnapshot().matches('agreement')).toBe(true)
  home.send({ type: 'agreement.accept', remember: true })
  expect([...kept]).toEqual([['remember-agreement', agreementMark(texts)]])
  expect((await open()).getSnapshot().matches('settled')).toBe(true)
  expect((await (await page()).open()).getSnapshot().matches('settled')).toBe(true)
})

test('accepting the agreement with the box unticked hides it only until a reload (R198, R87, D-03)', async () => {
  const { open, seenAgreement } = await page()
  expect(seenAgreement()).toBeNull()
  const home = await open()
  home.send({ type: 'agreement.accept', remember: false })
  expect([...kept]).toEqual([])
  expect((await open()).getSnapshot().matches('settled')).toBe(true)
  expect((await (await page()).open()).getSnapshot().matches('agreement')).toBe(true)
})

test('accepting the agreement with the box unticked keeps a mark that was stored earlier (R198, D-03)', async () => {
  kept.set('remember-agreement', 'older')
  const home = await (await page()).open()
  home.send({ type: 'agreement.accept', remember: false })
  expect([...kept]).toEqual([['remember-agreement', 'older']])
})
