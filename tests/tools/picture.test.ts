import { describe, expect, test } from 'vitest'
import { differences, linesOf, type Picture, pictureIn } from '#tests/looks/picture.ts'

/** Joins the colours of a row's cells, each as `rrggbb`. */
const rowOf = (...cells: readonly string[]) => cells.join('')
const WHITE = 'ffffff'

const reviewed: Picture = {
  texts: [
    { x: 16, y: 20, width: 60, height: 24, text: 'ฝากเงิน' },
    { x: 16, y: 60, width: 40, height: 24, text: 'ถอนเงิน' },
  ],
  colours: [rowOf(WHITE, WHITE, '102030'), rowOf(WHITE, '405060', WHITE)],
}

/** Returns the reviewed picture with its first text changed. */
const withFirst = (change: Partial<Picture['texts'][number]>): Picture => ({
  ...reviewed,
  texts: reviewed.texts.map((text, at) => (at === 0 ? { ...text, ...change } : text)),
})
/** Returns the reviewed picture with other colours. */
const inColours = (...colours: readonly string[]): Picture => ({ ...reviewed, colours: [...colours] })

test('the picture comparison finds no differences between equal pictures', () => {
  expect(differences(reviewed, structuredClone(reviewed))).toEqual([])
})

test('the picture comparison finds no differences after a picture is written and read again', () => {
  expect(differences(reviewed, pictureIn(linesOf(reviewed)))).toEqual([])
})

describe('the comparison of texts', () => {
  test('reports text that has been replaced by other text', () => {
    expect(differences(reviewed, withFirst({ text: 'โอนเงิน' }))).toEqual([
      '"ฝากเงิน" is missing at 16,20 60×24',
      '"โอนเงิน" is new at 16,20 60×24',
    ])
  })

  test('reports two pieces of text that have swapped places', () => {
    const [first, second] = reviewed.texts
    if (!first || !second) throw new Error('two texts are needed')
    const texts = [
      { ...first, y: second.y },
      { ...second, y: first.y },
    ]
    expect(differences(reviewed, { ...reviewed, texts })).toEqual([
      '"ฝากเงิน" is at 16,60 60×24, not at 16,20 60×24',
      '"ถอนเงิน" is at 16,20 40×24, not at 16,60 40×24',
    ])
  })

  test.each(['x', 'y', 'width', 'height'] as const)('reports text whose %s is 4 px off', (side) => {
    expect(differences(reviewed, withFirst({ [side]: (reviewed.texts[0]?.[side] ?? 0) + 4 }))).toHaveLength(1)
  })

  test.each(['x', 'y', 'width', 'height'] as const)('accepts text whose %s is 2 px off', (side) => {
    expect(differences(reviewed, withFirst({ [side]: (reviewed.texts[0]?.[side] ?? 0) - 2 }))).toEqual([])
  })

  test('reports that one of two identical pieces of text is missing', () => {
    const twice = { ...reviewed, texts: reviewed.texts.map((text) => ({ ...text, text: 'THB' })) }
    expect(differences(twice, { ...twice, texts: twice.texts.slice(1) })).toEqual([
      '"THB" is at 16,60 40×24, not at 16,20 60×24',
      '"THB" is missing at 16,60 40×24',
    ])
  })
})

describe('the comparison of colours', () => {
  test('accepts a cell that differs by 8 of 255 in every channel, as anti-aliased edges do', () => {
    expect(differences(reviewed, inColours(rowOf(WHITE, WHITE, '182838'), rowOf(WHITE, '384858', WHITE)))).toEqual([])
  })

  test.each(['192030', '102930', '102039'])('reports a cell that differs by 9 of 255 in one channel: %s', (cell) => {
    expect(differences(reviewed, inColours(rowOf(WHITE, WHITE, cell), reviewed.colours[1] ?? ''))).toEqual([
      'the colours differ in 1 cells, from 60,0 to 60,0',
    ])
  })

  test('reports the first and the last differing cell', () => {
    expect(differences(reviewed, inColours(rowOf('000000', WHITE, '102030'), rowOf(WHITE, WHITE, WHITE)))).toEqual([
      'the colours differ in 2 cells, from 0,0 to 30,30',
    ])
  })

  test('reports a screen that has become shorter', () => {
    expect(differences(reviewed, inColours(reviewed.colours[0] ?? ''))).toContain('the height differs')
  })

  test('reports a screen that has become longer', () => {
    expect(differences(reviewed, inColours(...reviewed.colours, rowOf(WHITE, WHITE, WHITE)))).toEqual([
      'the height differs',
    ])
  })
})
