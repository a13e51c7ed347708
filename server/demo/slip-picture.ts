import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 240
const HEIGHT = 320
/** The colours of the paper, the ink, the header and the lines. */
const PALETTE = Buffer.from('ffffff1b22332e7d5bd5dae3', 'hex')
const [PAPER, INK, HEAD, LINE] = [0, 1, 2, 3]
/**
 * The digits and the decimal point, three by five dots each. Each octal digit is a row of dots, starting at the top.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  '.': '00002',
}
const DOT = 7
const TOP = 120
const LINES = [72, 88, 200, 216, 232, 272]

/** True if a digit of the amount covers this pixel. */
function isInk(text: string, x: number, y: number): boolean {
  const left = Math.floor((WIDTH - text.length * 4 * DOT) / 2)
  const [column, row] = [Math.floor((x - left) / DOT), Math.floor((y - TOP) / DOT)]
  const glyph = GLYPHS[text[Math.floor(column / 4)] ?? '']
  return column % 4 < 3 && ((Number(glyph?.[row] ?? 0) >> (2 - (column % 4))) & 1) === 1
}

function colourAt(text: string, x: number, y: number): number {
  if (y < 44) return HEAD
  if (isInk(text, x, y)) return INK
  return x > 24 && x < WIDTH - 24 && LINES.some((line) => y >= line && y < line + 5) ? LINE : PAPER
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** Returns a PNG that looks like a bank slip. Only the amount (such as `500.00`) is legible. */
export function slipPicture(amount: string): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 3], 8) // eight bits per pixel, with a palette
  const rows = Buffer.alloc(HEIGHT * (WIDTH + 1))
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) rows[y * (WIDTH + 1) + x + 1] = colourAt(amount, x, y)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
