import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, createEmptyActor, type PromiseActorLogic, SimulatedClock, toPromise } from 'xstate'
import { SPIN_CODES } from '#contract/codes.ts'
import type { Failure } from '#contract/failure.ts'
import type { Chance, SpinResult, SpinSetup } from '#contract/spin.ts'
import th from '#locales/th.json'
import { couponsMachine } from '#machines/coupons.machine.ts'
import { spinLogic } from '#src/actors/spin.ts'
import { Layout } from '#src/components/layout.tsx'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { countDrawing } from '#tests/kit/drawing.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED } from '#tests/kit/samples/attempt.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { slice, slices, wheelWith, won } from '#tests/kit/samples/spin.ts'
import { sight } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import { until } from '#tests/kit/until.ts'
import model from './spin.model.ts'

beforeAll(speakThai)
const drawn = countDrawing()
const { innerWidth, innerHeight } = window
afterEach(() => page.viewport(innerWidth, innerHeight))

const { spin, action, money } = th
const go = () => screen.getByRole('button', { name: spin.go })

/** Renders the page with this wheel, and returns its calls. */
async function show(setup: SpinSetup = wheelWith(1)) {
  const [outside, fakes, clock, before] = [new Fakes(), new Fakes(), new SimulatedClock(), drawn()]
  const machine = fakes.provide(model, { attempt: outside.provide(attempt, KEYED), coupons: frozen(couponsMachine) })
  const input = { wallet: createEmptyActor() as never, pending: null, decided: null, claim: null }
  const actor = createActor(machine, { input, clock }).start()
  render(
    withLinks(
      <Layout side={null} sideLabel="">
        <SpinScreen actor={actor} />
      </Layout>,
    ),
  )
  const then = (step: () => void) =>
    act(async () => {
      step()
      await settle()
    })
  await then(() => fakes.take('spin.setup').resolve(setup))
  if (setup.activeSpinwheel?.slice.length) await until(() => expect(drawn()).toBeGreaterThan(before))
  return {
    outside,
    reload: (next: SpinSetup) => then(() => fakes.take('spin.setup').resolve(next)),
    pass: (ms: number) => then(() => clock.increment(ms)),
    answer: (reply: SpinResult) => then(() => outside.take('call').resolve(reply)),
    refuse: (failure: Failure) => then(() => outside.take('call').reject(failure)),
    draw: (chance: Chance | null) => then(() => fakes.take('chance').resolve(chance)),
  }
}

test('a spin does not redraw the canvas between the press and the prize (R138, R236)', async () => {
  const app = await show()
  const before = drawn()
  await userEvent.click(go())
  await app.answer(won)
  await app.draw({ turns: 0, seconds: 0, inside: 0.5 })
  const [turning] = document.querySelector('canvas')?.parentElement?.getAnimations() ?? []
  await turning?.finished
  await app.pass(1200)
  await app.pass(2000)
  screen.getByRole('alertdialog', { name: spin.prize.replace('{{label}}', won.label) })
  expect(drawn()).toBe(before)
})

describe('the spin button', () => {
  test('is greyed out and inactive without a coin, but can be focused and explains why (R235)', async () => {
    const app = await show(wheelWith(0))
    expect(getComputedStyle(go()).cursor).toBe('not-allowed')
    expect(getComputedStyle(go()).backgroundImage).toBe('none')
    expect(go()).toHaveAccessibleDescription(`${spin.coins} 0`)
    go().focus()
    await userEvent.keyboard('{Enter}')
    expect([document.activeElement, app.outside.calls]).toEqual([go(), []])
  })

  test('is missing if the wheel has no slices (R234)', async () => {
    await show({ activeSpinwheel: { name: 'x', slice: [], unread: 0 }, userCoin: 3 })
    expect(sight([spin.none])).toMatchObject({ controls: [], sees: [spin.none] })
  })

  test('starts only one spin on repeated key presses, and regains the focus after the prize (R233, R239)', async () => {
    const app = await show()
    go().focus()
    await userEvent.keyboard('{Enter}{Enter} ')
    expect(app.outside.calls).toHaveLength(1)
    await app.answer(won)
    await app.draw(null)
    await app.pass(2000)
    await userEvent.keyboard('{Escape}')
    await app.reload(wheelWith(0))
    expect(document.activeElement).toBe(go())
  })
})

test.each([
  [1280, 350],
  [411, 349],
  [320, 272],
])('in a window %i px wide, the wheel is %i px wide and drawn at that size (R543)', async (width, size) => {
  await page.viewport(width, 800)
  await show()
  const canvas = document.querySelector('canvas')
  expect(canvas?.clientWidth).toBeCloseTo(size, -0.5)
  expect(canvas?.width).toBe(Math.round((canvas?.clientWidth ?? 0) * window.devicePixelRatio))
})

test.each([320, 900, 1100, 1280])(
  'in a window %i px wide, the wheel is beside or above the coupons without overlapping them (R138, R139)',
  async (width) => {
    await page.viewport(width, 800)
    await show()
    const wheel = screen.getByRole('img').getBoundingClientRect()
    const coupons = screen.getByRole('region', { name: th.coupon.mine }).getBoundingClientRect()
    expect(wheel.right < coupons.left || wheel.bottom < coupons.top).toBe(true)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a turning wheel does not change the page’s scroll size, which would repaint the whole page every frame (R236)', async () => {
  await page.viewport(320, 400)
  const app = await show()
  const { scrollingElement } = document
  const reach = () => [scrollingElement?.scrollWidth, scrollingElement?.scrollHeight]
  const before = reach()
  await userEvent.click(go())
  await app.answer(won)
  await app.draw({ turns: 0, seconds: 0, inside: 0.5 })
  const [turning] = document.querySelector('canvas')?.parentElement?.getAnimations() ?? []
  turning?.pause()
  for (let ms = 0; ms < 1200; ms += 60) {
    if (turning) turning.currentTime = ms
    expect(reach(), `${ms} ms`).toEqual(before)
  }
})

test('the wheel page announces the prize when the wheel stops, before the dialog opens (R237)', async () => {
  const app = await show()
  await userEvent.click(go())
  await app.answer(won)
  await app.draw({ turns: 0, seconds: 0, inside: 0 })
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('')
  await app.pass(1200)
  expect([said.isConnected, said.textContent]).toEqual([true, won.label])
})

test("the wheel page shows the operator's text for a prize as sanitised markup (R181, R238)", async () => {
  const told = slice('c', { htmlDescription: '<p>ใช้ได้ <b>7 วัน</b><img src=x onerror=alert(1)></p>' })
  const app = await show({
    activeSpinwheel: { name: 'x', unread: 0, slice: slices.map((each) => (each.code === 'c' ? told : each)) },
    userCoin: 1,
  })
  await userEvent.click(go())
  await app.answer(won)
  await app.draw(null)
  await app.pass(2000)
  const bold = await screen.findByText('7 วัน', {}, { timeout: 10_000 })
  expect(bold.tagName).toBe('B')
  expect(document.querySelector('dialog img')).toBeNull()
})

test('the wheel page shows only the name of a slice without a prize, and no congratulations (R183, R238)', async () => {
  const app = await show({
    activeSpinwheel: { name: 'x', unread: 0, slice: slices.map((each) => ({ ...each, isPrize: each.code !== 'c' })) },
    userCoin: 1,
  })
  await userEvent.click(go())
  await app.answer(won)
  await app.draw(null)
  await app.pass(2000)
  screen.getByRole('alertdialog', { name: won.label })
})

describe('the reason for a refused spin (R415)', () => {
  const told = async (failure: Failure) => {
    const app = await show()
    await userEvent.click(go())
    await app.refuse(failure)
  }

  test.each(SPIN_CODES)(
    'is the wheel’s own text for the code %s (R490, R491, R492, R493, R494, R495, R415)',
    async (code) => {
      await told(refused(code))
      expectSeen(spin.error[code])
    },
  )

  test("is the server's message for a code that the wheel has no text for (R395, R415)", async () => {
    await told({ kind: 'refused', code: 'NO_COIN', message: 'เหรียญหมดแล้ว' })
    expectSeen('เหรียญหมดแล้ว')
  })
})

test('if a spin gets no reply, the dialog warns against spinning again and offers only a check of the outcome', async () => {
  const app = await show()
  await userEvent.click(go())
  await app.refuse({ kind: 'unknown', code: 'x', message: '' })
  expect(sight([money.unknown])).toMatchObject({ controls: [action.checkAgain], sees: [money.unknown.trim()] })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: action.checkAgain }))
  expect(app.outside.calls).toHaveLength(2)
})

describe('the random numbers for a spin', () => {
  const { chance } = spinLogic.implementations.actors as unknown as { chance: PromiseActorLogic<Chance | null> }
  const draw = () => toPromise(createActor(chance).start())

  test('are three numbers from 0 to 1, different each time (R545, R546)', async () => {
    const [one, other] = [await draw(), await draw()]
    for (const value of Object.values(one ?? {})) expect(value >= 0 && value <= 1).toBe(true)
    expect([Object.keys(one ?? {}), one]).toEqual([
      ['turns', 'seconds', 'inside'],
      expect.not.objectContaining(other ?? {}),
    ])
  })

  test('are not generated if the player prefers reduced motion (R236)', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('reduce') }) as MediaQueryList,
    )
    expect(await draw()).toBeNull()
  })
})

test.each([0, 3])(
  'with %i coins, the wheel page says how a member gets them, if the backend sends that (R667)',
  async (coins) => {
    await show(wheelWith(coins))
    expectSeen(wheelWith(coins).coinRule ?? '')
    expect(sight([spin.noCoin, spin.howCoin]).sees).toEqual(coins ? [] : [spin.noCoin])
  },
)

test.each([0, 3])(
  'with %i coins and no rule from the backend, only a player without coins is sent to support (R667)',
  async (coins) => {
    await show({ ...wheelWith(coins), coinRule: undefined })
    expect(sight([spin.noCoin, spin.howCoin]).sees).toEqual(coins ? [] : [spin.noCoin, spin.howCoin])
  },
)
