import '#src/theme/fonts.css'
import '#src/theme/tokens.css'
import '#src/theme/base.css'
import { createRoot } from 'react-dom/client'
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate'
import { type Chance, type Coupon, type Slice, type SpinResult, type SpinSetup, turnTo } from '#contract/spin.ts'
import th from '#locales/th.json'
import { couponsMachine } from '#machines/coupons.machine.ts'
import { attemptMachine } from '#machines/lib/attempt.ts'
import { spinMachine } from '#machines/spin.machine.ts'
import { Layout } from '#src/components/layout.tsx'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import { speak } from '#src/lib/i18n.ts'
import { WHEEL_EASING } from '#src/lib/wheel.ts'
import { countDrawing } from '../kit/drawing.ts'

/** The result of one spin: the number of dropped frames and the number of strokes on a canvas. */
export type Turned = { dropped: number; strokes: number }

const FRAME = 1000 / 60
const DIMMING = 300
const AT = 5
const CHANCE = { turns: 1, seconds: 1, inside: 0.5 }
const slice: Slice[] = Array.from({ length: 8 }, (_, at) => ({
  code: `s${at}`,
  label: `รางวัล ${at}`,
  bgColor: `hsl(${at * 45} 60% 40%)`,
  textColor: '#fff',
}))
const won: SpinResult = { code: `s${AT}`, label: `รางวัล ${AT}`, remainingCoin: 1 }

const drawn = countDrawing()
const coupons = couponsMachine.provide({
  actors: { 'spin.coupons': fromPromise<(Coupon | null)[], object>(async () => []) },
})
const attempt = attemptMachine<object, SpinResult>().provide({ actors: { call: fromPromise(async () => won) } })
const machine = spinMachine.provide({
  actors: {
    'spin.setup': fromPromise<SpinSetup, object>(async () => ({
      activeSpinwheel: { name: 'กงล้อ', slice, unread: 0 },
      userCoin: 1,
    })),
    chance: fromPromise<Chance | null, undefined>(async () => CHANCE),
    attempt,
    coupons,
  },
})

const after = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** Waits like a player who looks at the page before pressing. */
const rest = () => after(500)

/** Counts the frames until `isOver`, and then until the other slices have dimmed. */
async function watch(isOver: Promise<unknown>): Promise<Turned> {
  const before = drawn()
  const times: number[] = []
  let goesOn = true
  const count = (time: number) => {
    times.push(time)
    if (goesOn) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  await isOver
  await after(DIMMING)
  goesOn = false
  const late = times.slice(1).map((time, at) => Math.max(0, Math.round((time - (times[at] ?? 0)) / FRAME) - 1))
  return { dropped: late.reduce((sum, each) => sum + each, 0), strokes: drawn() - before }
}

/** Spins the product's wheel, and watches it from the press until it stops. */
async function spin(): Promise<Turned> {
  const actor = createActor(machine, {
    input: { wallet: createEmptyActor() as never, pending: null, decided: null, claim: null },
  }).start()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const before = drawn()
  root.render(
    <Layout side={null} sideLabel="x">
      <SpinScreen actor={actor} />
    </Layout>,
  )
  await waitFor(actor, (s) => s.matches('ready'))
  while (drawn() === before) await new Promise(requestAnimationFrame)
  await rest()
  const isOver = waitFor(actor, (s) => s.matches('landed'))
  place.querySelector('button')?.click()
  const turned = await watch(isOver)
  actor.stop()
  root.unmount()
  place.remove()
  return turned
}

/** Spins an empty box in the same way, as far and for as long as the wheel. */
async function empty(): Promise<Turned> {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = 'inline-size: min(350px, 85vw); aspect-ratio: 1; will-change: rotate'
  await rest()
  const { degrees, duration } = turnTo(AT, slice.length, CHANCE)
  const { finished } = box.animate({ rotate: ['0deg', `${degrees}deg`] }, { duration, easing: WHEEL_EASING })
  const turned = await watch(finished)
  box.remove()
  return turned
}

speak('th', th)
Object.assign(window, { spin, empty })
