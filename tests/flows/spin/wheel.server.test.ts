import { expect, test } from 'vitest'
import { drawPrize, PRIZES } from '#server/domain/wheel.ts'

const ALL = PRIZES.reduce((sum, { weight }) => sum + weight, 0)

/** Returns how often each slice wins when every lot is drawn once. */
function drawn(withdrawn: string[] = []): Record<string, number> {
  const seen: Record<string, number> = {}
  let last = 1
  for (let lot = 0; lot < last; lot++) {
    const { code } = drawPrize((below) => {
      last = below
      return lot
    }, withdrawn)
    seen[code] = (seen[code] ?? 0) + 1
  }
  return seen
}

test('each slice wins in proportion to its weight (R181)', () => {
  expect(drawn()).toEqual(Object.fromEntries(PRIZES.map(({ code, weight }) => [code, weight])))
  expect(new Set(PRIZES.map(({ code }) => code)).size).toBe(8)
})

test('a withdrawn slice never wins, and the other slices keep their odds', () => {
  const { CASH500, GIFT, ...rest } = drawn()
  expect([CASH500, GIFT]).not.toContain(undefined)
  expect(drawn(['CASH500', 'GIFT'])).toEqual(rest)
})

test('drawing a prize throws if the random number is out of range', () => {
  expect(() => drawPrize((below) => below, [])).toThrow('no prize drawn')
  expect(ALL).toBe(100)
})

const light = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
test.each(PRIZES.map(({ code, bgColor, textColor }) => [code, bgColor, textColor]))(
  'the slice %s has a legible label (WCAG 1.4.3)',
  (_, back, text) => {
    const [dark = 0, bright = 0] = [light(back), light(text)].sort((a, b) => a - b)
    expect((bright + 0.05) / (dark + 0.05)).toBeGreaterThan(7)
  },
)
