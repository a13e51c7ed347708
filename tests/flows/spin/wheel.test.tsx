import { render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Slice, type Turn, turnTo } from '#contract/spin.ts'
import { Wheel } from '#src/features/spin/wheel.tsx'
import { WHEEL_EASING } from '#src/lib/wheel.ts'
import { countDrawing } from '#tests/kit/drawing.ts'
import { slice } from '#tests/kit/samples/spin.ts'
import { speakThai } from '#tests/kit/thai.ts'
import { until } from '#tests/kit/until.ts'

beforeAll(speakThai)
const drawn = countDrawing()

/** Returns `count` slices, each with its own colour, and without labels, which would cover the colours. */
const slicesOf = (count: number): Slice[] =>
  Array.from({ length: count }, (_, at) =>
    slice(`s${at}`, { label: ' ', bgColor: `rgb(${at * 20 + 10}, ${200 - at * 10}, 90)` }),
  )
const canvas = () => {
  const found = document.querySelector('canvas')
  if (!found) throw new Error('no canvas')
  return found
}
const disc = () => canvas().parentElement as HTMLElement
/** The canvas colour halfway out, at an angle in degrees clockwise from the top. */
function colourAt(degrees: number) {
  const { width } = canvas()
  const angle = ((degrees - 90) * Math.PI) / 180
  const at = (way: number) => Math.round(width / 2 + (way * width) / 4)
  const [r, g, b] =
    canvas()
      .getContext('2d')
      ?.getImageData(at(Math.cos(angle)), at(Math.sin(angle)), 1, 1).data ?? []
  return `rgb(${r}, ${g}, ${b})`
}
/** The colour under the pointer at the wheel's current rotation. */
const colourUnderPin = () => colourAt(-Number.parseFloat(getComputedStyle(disc()).rotate))

type Props = { turn?: Turn | null; at?: number | null; isDimmed?: boolean }
/** Renders a wheel with these slices. The returned `be` changes its props. */
async function show(slices: Slice[], first: Props = {}) {
  const before = drawn()
  const wheel = (props: Props) => <Wheel slices={slices} turn={null} at={null} isDimmed={false} {...props} />
  const { rerender, unmount } = render(
    <div style={{ position: 'relative', inlineSize: 300, blockSize: 300 }}>{wheel(first)}</div>,
  )
  await until(() => expect(drawn()).toBeGreaterThan(before))
  const be = (props: Props) =>
    rerender(<div style={{ position: 'relative', inlineSize: 300, blockSize: 300 }}>{wheel(props)}</div>)
  return { be, unmount }
}

describe('drawing the wheel', () => {
  test.each([1, 2, 8, 12])(
    'places %i slices clockwise from the top, at the screen’s resolution (R138)',
    async (count) => {
      const slices = slicesOf(count)
      await show(slices)
      expect(slices.map((_, at) => colourAt(((at + 0.5) * 360) / count))).toEqual(slices.map(({ bgColor }) => bgColor))
      expect(canvas().width).toBe(Math.round(300 * window.devicePixelRatio))
    },
  )

  test('lists the prizes for screen readers (R138)', async () => {
    await show([slice('a'), slice('b')])
    screen.getByRole('img', { name: 'กงล้อ รางวัล รางวัล a, รางวัล b' })
  })

  test('happens again only once, 500 ms after the last resize of the window, and never after unmounting (R547, D-54)', async () => {
    const { unmount } = await show(slicesOf(8))
    const once = drawn()
    vi.useFakeTimers()
    try {
      const resize = () => window.dispatchEvent(new Event('resize'))
      for (let times = 0; times < 5; times++) {
        resize()
        vi.advanceTimersByTime(499)
      }
      expect(drawn()).toBe(once)
      vi.advanceTimersByTime(1)
      const twice = drawn()
      expect(twice).toBeGreaterThan(once)
      vi.advanceTimersByTime(60_000)
      resize()
      unmount()
      vi.advanceTimersByTime(60_000)
      expect(drawn()).toBe(twice)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('turning the wheel', () => {
  const chances = [
    { turns: 0, seconds: 0, inside: 0 },
    { turns: 1, seconds: 1, inside: 1 },
  ]

  test.each([2, 8])(
    'puts the winning slice of a wheel with %i slices under the pointer, without redrawing (R236, R545)',
    async (count) => {
      const slices = slicesOf(count)
      const { be } = await show(slices)
      const before = drawn()
      for (const [at, { bgColor }] of slices.entries())
        for (const chance of chances) {
          const turn = turnTo(at, count, chance)
          be({ turn, at })
          const [animation, ...more] = disc().getAnimations()
          expect([more, animation?.effect?.getComputedTiming().duration]).toEqual([[], turn.duration])
          animation?.finish()
          expect(colourUnderPin(), `slice ${at}`).toBe(bgColor)
        }
      expect(drawn()).toBe(before)
    },
  )

  test('jumps to the slice immediately with reduced motion (R236)', async () => {
    const slices = slicesOf(8)
    const { be } = await show(slices)
    for (const [at, { bgColor }] of slices.entries()) {
      be({ at })
      expect(colourUnderPin(), `slice ${at}`).toBe(bgColor)
    }
  })

  test('starts from the position of the last spin (R236)', async () => {
    const { be } = await show(slicesOf(8), { turn: { degrees: 1_200, duration: 1_000 }, at: 5 })
    be({ turn: { degrees: 1_410, duration: 1_000 }, at: 6 })
    const frames = disc()
      .getAnimations()
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
    expect(frames.map(({ rotate }) => rotate)).toEqual(['120deg', '1410deg'])
  })

  test.each<[string, Props]>([
    ['at rest', {}],
    ['with a decided slice', { at: 5 }],
  ])('makes 3 or 4 full turns from its position, 50 times after mounting %s (R545)', async (_, first) => {
    const animate = vi.spyOn(Element.prototype, 'animate')
    const { be } = await show(slicesOf(8), first)
    const frames = () => {
      const [keyframes] = animate.mock.lastCall ?? []
      const { rotate } = keyframes as { rotate: [string, string] }
      return rotate.map(Number.parseFloat) as [number, number]
    }
    let [, rest] = frames()
    for (let spin = 0; spin < 50; spin++) {
      const at = Math.floor(Math.random() * 8)
      const turn = turnTo(at, 8, { turns: Math.random(), seconds: Math.random(), inside: Math.random() })
      be({ turn, at })
      const [from, to] = frames()
      expect(from).toBeCloseTo(rest % 360)
      expect([3, 4]).toContain(Math.floor((to - from) / 360))
      const under = (((-to % 360) + 360) % 360) / 45
      expect(Math.floor(under), `after ${JSON.stringify(turn)} from ${from}`).toBe(at)
      rest = to
    }
    animate.mockRestore()
  })

  test('is not interrupted when other props change (R236)', async () => {
    const { be } = await show(slicesOf(8))
    const turn = turnTo(3, 8, { turns: 0, seconds: 0, inside: 0.5 })
    be({ turn, at: 3 })
    const [animation] = disc().getAnimations()
    animation?.finish()
    be({ turn, at: 3, isDimmed: true })
    expect(disc().getAnimations()[0]).toBe(animation)
  })

  test('decelerates according to the friction rule, from full speed to one hundredth of full speed (R544, D-54)', () => {
    const POINTS = 40
    const effect = new KeyframeEffect(null, [], { duration: POINTS, easing: WHEEL_EASING, fill: 'forwards' })
    const animation = new Animation(effect)
    const points = Array.from({ length: POINTS + 1 }, (_, at) => {
      animation.currentTime = at
      return Number(effect.getComputedTiming().progress)
    })
    const speeds = points.slice(1).map((point, at) => point - (points[at] ?? 0))
    expect([points[0], points.at(-1)]).toEqual([0, 1])
    // at 0.991 per frame, one hundredth of the speed is left after 509.4 frames, which are divided into 40 points
    for (const [at, speed] of speeds.entries())
      expect(speed / (speeds[0] ?? 0)).toBeCloseTo(0.991 ** ((509.4 * at) / POINTS), 2)
  })
})

test.each([1, 3, 7])('the wheel dims all slices except the one at index %i (R237)', async (at) => {
  const { be } = await show(slicesOf(8))
  const shade = () => getComputedStyle(disc(), '::after')
  expect(shade().opacity).toBe('0')
  be({ at, isDimmed: true })
  await until(() => expect(shade().opacity).toBe('1'))
  expect(shade().backgroundImage).toMatch(
    new RegExp(`^conic-gradient\\(from ${at * 45}deg, rgba\\(0, 0, 0, 0\\) 45deg, .* 45deg\\)$`),
  )
})
