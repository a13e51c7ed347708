import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { bonusCalls } from '#contract/bonus.ts'
import { calls } from '#contract/calls.ts'
import { Amount, Baht, MAX_BAHT, satang, toBaht, toSatang, toWire } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import { inGames, totalOf } from '#contract/wallet.ts'
import { slot } from '#tests/kit/samples/wallet.ts'

const anyAmount = fc.integer({ min: 0, max: MAX_BAHT * 100 }).map(satang)
/** Returns the number that JSON.parse returns for an amount with two decimals, such as 15.05 for 1505 satang. */
const written = (amount: number) => Number(`${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)

describe('converting between baht and satang', () => {
  test('preserves every amount with two decimals in both directions (D-46)', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(toSatang(written(amount))).toBe(amount)
        expect(toBaht(amount)).toBe(written(amount))
      }),
    )
  })

  test('is exact for every amount up to 1,000 baht (D-46)', () => {
    for (let amount = 0; amount <= 100_000; amount++) {
      if (toSatang(written(amount)) !== amount) expect.fail(`${amount} satang`)
      if (!v.is(Baht, written(amount))) expect.fail(`${amount} satang is refused`)
    }
  })

  test('accepts every number with two decimals as a balance, and as an amount if it is above zero (D-46)', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(v.parse(Baht, written(amount))).toBe(amount)
        expect(v.is(Amount, written(amount))).toBe(amount > 0)
      }),
    )
  })

  it('rounds any amount in a reply, but refuses more than two decimals in a request (D-46)', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (baht) => {
        const isMoney = /^\d+(\.\d{1,2})?$/.test(String(baht))
        expect(v.parse(Baht, baht)).toBe(Math.round(baht * 100))
        expect(v.is(Amount, baht)).toBe(isMoney && baht > 0)
      }),
    )
  })

  it.each([
    [12.345, 1_235],
    [10.123, 1_012],
    [0.30000000000000004, 30],
    [0.001, 0],
    [5e-324, 0],
    [0.3 - 0.1 - 0.2, 0],
    [-0, 0],
    [1e12 + 0.001, 100_000_000_000_000],
  ])('rounds %d baht in a reply to %i satang and refuses it in a request (D-46)', (baht, satang) => {
    expect(v.parse(Baht, baht)).toBe(satang)
    expect(v.is(Amount, baht)).toBe(false)
  })

  test.each([
    -1,
    -0.01,
    Number.NaN,
    Infinity,
    -Infinity,
    1e308,
    1e12 + 0.01,
    1e12 + 1,
    '5',
    '',
    null,
    undefined,
    true,
    [5],
    {},
    5n,
  ])('refuses %s as a balance and as an amount (D-46)', (value) => {
    expect(v.is(Baht, value)).toBe(false)
    expect(v.is(Amount, value)).toBe(false)
  })

  test('accepts zero as a balance, but not as an amount (D-46)', () => {
    expect(v.parse(Baht, 0)).toBe(0)
    expect(v.is(Amount, 0)).toBe(false)
    expect(v.parse(Amount, 0.01)).toBe(1)
    expect(v.parse(Amount, MAX_BAHT)).toBe(MAX_BAHT * 100)
  })

  test.each([1e9 + 0.01, 1e9 + 1, 123_456_789_012.34, 1e12])(
    'accepts %d as a balance, but not as an amount (D-46)',
    (baht) => {
      expect(v.parse(Baht, baht)).toBe(Math.round(baht * 100))
      expect(v.is(Amount, baht)).toBe(false)
    },
  )

  test('keeps the sum of sixty of the largest balances exact (R82, D-46)', () => {
    const slots = Array.from({ length: 60 }, (_, at) => slot(`g${at}`, { amount: v.parse(Baht, 1e12) }))
    expect(BigInt(totalOf({ slots, wallet: { amount: v.parse(Baht, 1e12 - 0.01) } }))).toBe(6_099_999_999_999_999n)
  })
})

describe('sums', () => {
  test('of amounts read from the wire are exact to the satang (R82, D-46)', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 200 })
    fc.assert(
      fc.property(amounts, anyAmount, (inSlots, inWallet) => {
        const slots = inSlots.map((amount, at) => slot(`g${at}`, { amount: v.parse(Baht, written(amount)) }))
        const exact = inSlots.reduce((sum, amount) => sum + BigInt(amount), 0n)
        expect(BigInt(inGames({ slots }))).toBe(exact)
        const wallet = { amount: v.parse(Baht, written(inWallet)) }
        expect(BigInt(totalOf({ slots, wallet }))).toBe(exact + BigInt(inWallet))
      }),
    )
  })
})

describe('reading an amount that a player typed', () => {
  test.each([
    ['0', 0],
    ['1', 100],
    ['1.', 100],
    ['1.5', 150],
    ['1.50', 150],
    ['1.05', 105],
    ['0.01', 1],
    ['00012', 1_200],
    ['1,000', 100_000],
    ['1,234,567.89', 123_456_789],
    [' 1 000 ', 100_000],
    ['1\u00a0000.50', 100_050],
    ['๑๒๓.๔๕', 12_345],
    ['໑໐໐', 10_000],
    ['๑0໐', 10_000],
    ['\u200e100\u200f', 10_000],
    ['\u2067100\u2069', 10_000],
    ['\ufeff100\u200b', 10_000],
    ['1000000000', 100_000_000_000],
  ])('converts %j to %i satang (D-46)', (text, amount) => expect(parseAmount(text)).toBe(amount))

  test.each([
    '',
    ' ',
    '.',
    '.5',
    ',',
    '1e5',
    '0x10',
    'Infinity',
    'NaN',
    'x',
    '1.005',
    '1.234',
    '1.2.3',
    '+5',
    '-5',
    '−5',
    ' -5',
    '-0',
    '- 5',
    '฿100',
    '100 บาท',
    '1/2',
    '1000000000.01',
    '9999999999',
    '10000000000',
    '99999999999999999999',
    '١٠',
    '१०',
    '10๚',
  ])('refuses %j (D-46)', (text) => expect(parseAmount(text)).toBeNull())

  test('accepts every amount in its displayed format (D-46)', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [baht, decimals] = [Math.trunc(amount / 100), String(amount % 100).padStart(2, '0')]
        expect(parseAmount(`${baht.toLocaleString('en')}.${decimals}`)).toBe(amount)
      }),
    )
  })
})

type Parts = {
  pipe?: (Parts & { operation?: unknown })[]
  wrapped?: Parts
  options?: Parts[]
  item?: Parts
  value?: Parts
  entries?: Record<string, Parts>
}

/**
 * For each amount field in `schema`, builds a value that contains only `amount` in that field. For a union, uses the
 * first option.
 */
function valuesWith({ pipe = [], wrapped, options, item, value, entries = {} }: Parts, amount: number): unknown[] {
  if (pipe.some(({ operation }) => operation === toSatang)) return [amount]
  const [root] = pipe
  const same = [...(root?.pipe ? [root] : []), ...(wrapped ? [wrapped] : []), ...(options?.slice(0, 1) ?? [])]
  return [
    ...same.flatMap((each) => valuesWith(each, amount)),
    ...(item ? valuesWith(item, amount).map((each) => [each]) : []),
    ...(value ? valuesWith(value, amount).map((each) => ({ key: each })) : []),
    ...Object.entries(entries).flatMap(([name, part]) => valuesWith(part, amount).map((each) => ({ [name]: each }))),
  ]
}

describe('toWire', () => {
  const schemas = Object.entries(calls).flatMap(([name, { input, reply }]) => [
    { name: `the input of ${name}`, schema: input },
    { name: `the reply of ${name}`, schema: reply },
  ])
  const withMoney = schemas.filter(({ schema }) => valuesWith(schema as Parts, 1).length > 0)

  it('is tested with replies and inputs that have amounts', () => {
    expect(withMoney.map(({ name }) => name)).toContain('the reply of wallet.get')
    expect(withMoney.map(({ name }) => name)).toContain('the input of wallet.transfer')
  })

  it.each(withMoney)('converts each amount in $name to baht (D-46)', ({ schema }) => {
    const inSatang = valuesWith(schema as Parts, 12_345)
    expect(inSatang.map((value) => toWire(schema, value))).toEqual(valuesWith(schema as Parts, 123.45))
  })

  it('does not change other numbers, null, or fields that the schema does not define (D-46)', () => {
    const active = { status: true, remaining: 250, percentFail: 50, name: null, more: 250 }
    expect(toWire(bonusCalls['bonus.active'].reply, active)).toEqual({ ...active, remaining: 2.5 })
    expect(toWire(bonusCalls['bonus.active'].reply, null)).toBeNull()
  })
})
