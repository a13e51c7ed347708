import { expect, test } from 'vitest'
import { differences, meanColours } from '#tests/looks/picture.ts'

/** The side of a cell in the gallery's pictures, CSS px. */
const CELL = 30
const [WIDTH, HEIGHT] = [3 * CELL, 2 * CELL]

/** Returns the cell colours of a PNG that `draw` paints on white. */
function coloursOf(draw: (pen: CanvasRenderingContext2D) => void, height = HEIGHT): Promise<string[]> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, WIDTH, height)
  pen.fillStyle = 'black'
  draw(pen)
  const [, png = ''] = canvas.toDataURL('image/png').split(',')
  return meanColours({ png, cell: CELL })
}

/** Returns the differences between two drawings. */
async function between(
  reviewed: (pen: CanvasRenderingContext2D) => void,
  now: (pen: CanvasRenderingContext2D) => void,
): Promise<string[]> {
  return differences({ texts: [], colours: await coloursOf(reviewed) }, { texts: [], colours: await coloursOf(now) })
}

const boxAt =
  (x: number, y = 5) =>
  (pen: CanvasRenderingContext2D) =>
    pen.fillRect(x, y, 20, 20)

test('the colours of a PNG are the mean colours of its cells, including partial cells at its edge', async () => {
  const colours = await coloursOf((pen) => pen.fillRect(0, 0, CELL, CELL / 2), CELL + 10)
  expect(colours).toEqual(['808080ffffffffffff', 'ffffffffffffffffff'])
})

test('the colour comparison finds no differences between equal drawings', async () => {
  expect(await between(boxAt(20), boxAt(20))).toEqual([])
})

test('the colour comparison reports a drawing that has moved 4 px across a cell edge', async () => {
  expect(await between(boxAt(20), boxAt(24))).toEqual(['the colours differ in 2 cells, from 0,0 to 30,0'])
})

test('the colour comparison accepts a drawing whose edge is anti-aliased differently', async () => {
  expect(await between(boxAt(20), boxAt(20.4))).toEqual([])
})
