import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { newKey, random, randomBelow } from '#contract/random.ts'
import { randomWord } from '#server/core/random-word.ts'

/** Makes `random` draw the given four-byte words in sequence. */
function draw(...words: (readonly [number, number, number, number])[]) {
  const bytes = vi.spyOn(random, 'bytes')
  for (const word of words) bytes.mockReturnValueOnce(Uint8Array.of(...word))
  return bytes
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('idempotency keys are unique v4 UUIDs, and each hexadecimal digit occurs in the first position (R354, D-24)', () => {
  const keys = Array.from({ length: 1000 }, newKey)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(keys.map(([first]) => first)).size).toBe(16)
})

it.each([
  [[0, 0, 0, 0], 0],
  [[0, 0, 0, 5], 5],
  [[0, 0, 1, 0], 256],
  [[1, 0, 0, 0], 16_777_216 % 1000],
] as const)('randomBelow(1000) turns the bytes %j into the number %i', (word, number) => {
  draw(word)
  expect(randomBelow(1000)).toBe(number)
})

it('randomBelow rejects a draw at or above the largest multiple of the limit, so that all numbers are equally likely', () => {
  // 2^32 is 10 * 429,496,729 + 6, so the six highest draws are rejected
  const bytes = draw([255, 255, 255, 250], [255, 255, 255, 249])
  expect(randomBelow(10)).toBe(9)
  expect(bytes).toHaveBeenCalledTimes(2)
})

it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('randomBelow throws for the limit %d', (limit) => {
  expect(() => randomBelow(limit)).toThrow(RangeError)
})

it('randomBelow accepts 2^32 as the highest limit', () => {
  draw([255, 255, 255, 255])
  expect(randomBelow(2 ** 32)).toBe(2 ** 32 - 1)
})

it('randomBelow returns every number below the limit, and no other', () => {
  const drawn = new Set(Array.from({ length: 500 }, () => randomBelow(6)))
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5])
})

it('randomWord encodes random bytes so that they are safe in a URL', () => {
  draw([251, 255, 254, 0])
  expect(randomWord(4)).toBe('-__-AA')
})

it('random bytes come from Web Crypto', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.fill(7)
    return bytes
  })
  expect(random.bytes(3)).toEqual(Uint8Array.of(7, 7, 7))
})

it('contract/random.ts is the only source of randomness in the product', () => {
  const files = globSync('{contract,machines,src,server}/**/*.{ts,tsx}')
  const others = files.filter((file) =>
    /Math\.random|randomUUID\(|randomBytes|randomInt\b|getRandomValues\(/.test(readFileSync(file, 'utf8')),
  )
  expect(others).toEqual(['contract/random.ts'])
})
