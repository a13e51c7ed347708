import { describe, expect, test } from 'vitest'
import { type Chance, sliceAt, turnTo } from '#contract/spin.ts'
import { slices, won } from '#tests/kit/samples/spin.ts'

describe('the turn of the wheel', () => {
  const ends = [0, 0.25, 0.5, 0.75, 1]
  const chances = ends.flatMap((turns) =>
    ends.flatMap((seconds) => ends.map((inside): Chance => ({ turns, seconds, inside }))),
  )

  test.each([1, 2, 3, 7, 8, 12, 24])(
    'ends well inside the winning slice of a wheel with %i slices, whatever the random numbers (R236, R545, R546, D-54)',
    (count) => {
      const width = 360 / count
      for (let at = 0; at < count; at++)
        for (const chance of chances) {
          const { degrees, duration } = turnTo(at, count, chance)
          // the slice under the pointer is as far counter-clockwise from the first one as the wheel has turned clockwise
          const under = (360 - (degrees % 360)) % 360
          expect(under).toBeGreaterThan((at + 0.15) * width)
          expect(under).toBeLessThan((at + 0.85) * width)
          const full = Math.floor(degrees / 360)
          expect([3, 4]).toContain(full)
          expect(duration).toBe((4000 + 1000 * chance.seconds) * full * 0.1)
          expect(duration).toBeGreaterThanOrEqual(1200)
          expect(duration).toBeLessThanOrEqual(2000)
        }
    },
  )

  test('ends at the slice that has the winning code, not the winning name (D-37)', () => {
    expect(slices.map(({ code }) => sliceAt(slices, code))).toEqual([0, 1, 2, 3])
    expect([sliceAt(slices, won.label), sliceAt(slices, ''), sliceAt([], 'a')]).toEqual([null, null, null])
  })
})
