import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isSameFile, SLIP_MAX_BYTES, slipCalls, slipProblem, takesSlips } from '#contract/slip.ts'
import { hours, picture } from '#tests/kit/samples/slip.ts'

/** Returns the epoch ms of a time of day in Bangkok. */
const at = (hour: number, minute: number, second = 0) => Date.UTC(2026, 0, 2, hour - 7, minute, second)
const window = (openTime: string, closeTime: string) => ({ ...hours, openTime, closeTime })

describe('the opening hours for slips', () => {
  test.each([
    [false, at(23, 0)],
    [false, at(23, 59, 59)],
    [false, at(0, 0)],
    [false, at(0, 29, 59)],
    [true, at(0, 30)],
    [true, at(12, 0)],
    [true, at(22, 59, 59)],
  ])('allow slips from 00:30 to 23:00 in Bangkok: %s at the time %d (epoch ms) (R535, D-12)', (is, now) =>
    expect(takesSlips(hours, now)).toBe(is),
  )

  test.each([
    [false, at(21, 59, 59)],
    [true, at(22, 0)],
    [true, at(23, 59, 59)],
    [true, at(0, 0)],
    [true, at(1, 59, 59)],
    [false, at(2, 0)],
    [false, at(12, 0)],
  ])('allow slips across midnight, from 22:00 to 02:00: %s at the time %d (epoch ms) (R535)', (is, now) =>
    expect(takesSlips(window('22:00', '02:00'), now)).toBe(is),
  )

  test.each([
    ['', ''],
    ['00:30', ''],
    ['nonsense', '23:00'],
    ['24:00', '25:00'],
    ['00:60', '23:00'],
    ['00:30:00', '23:00'],
    ['09:00', '09:00'],
  ])('allow slips at any time if they are invalid: %j to %j (R535)', (openTime, closeTime) => {
    for (const now of [at(0, 0), at(9, 0), at(23, 59)]) expect(takesSlips(window(openTime, closeTime), now)).toBe(true)
  })

  test('may be written with a one-digit hour (R535)', () => {
    expect([at(7, 4), at(7, 5)].map((now) => takesSlips(window('7:05', '23:00'), now))).toEqual([false, true])
  })
})

describe('a slip’s file', () => {
  const of = (name: string, type: string, size = 1) => slipProblem({ name, type, size })

  test.each([
    ['a.png', 'image/png'],
    ['a.b.PNG', 'image/png'],
    ['a.jpg', 'image/jpeg'],
    ['a.jpeg', 'image/jpeg'],
    ['สลิป 1.JPG', 'image/jpeg'],
  ])('%s (%s) is accepted (R336, D-12)', (name, type) => expect(of(name, type)).toBeNull())

  test.each([
    ['a.gif', 'image/gif'],
    ['a.webp', 'image/webp'],
    ['a.png', 'text/html'],
    ['a.png', ''],
    ['a.svg', 'image/png'],
    ['a.png.exe', 'image/png'],
    ['png', 'image/png'],
    ['apng', 'image/png'],
    ['a.jpegx', 'image/jpeg'],
  ])('%s (%s) is rejected (R336, D-12)', (name, type) => expect(of(name, type)).toBe('type'))

  test('may be at most 10 MB in size (R336, D-12)', () => {
    expect(SLIP_MAX_BYTES).toBe(10_485_760)
    expect([of('a.png', 'image/png', SLIP_MAX_BYTES), of('a.png', 'image/png', SLIP_MAX_BYTES + 1)]).toEqual([
      null,
      'size',
    ])
    expect(of('a.gif', 'image/gif', SLIP_MAX_BYTES + 1)).toBe('type')
  })
})

test('two pictures count as the same if their name, size and modification time match', () => {
  expect(isSameFile(picture, { ...picture, type: '' })).toBe(true)
  for (const other of [{ name: 'other.png' }, { size: picture.size + 1 }, { lastModified: picture.lastModified + 1 }])
    expect(isSameFile(picture, { ...picture, ...other }), JSON.stringify(other)).toBe(false)
})

test('if only a file extension was stored, a picture with that extension counts as the same (R644)', () => {
  expect(isSameFile({ ...picture, name: '.png' }, picture)).toBe(true)
  expect(isSameFile({ ...picture, name: '.jpg' }, picture)).toBe(false)
  expect(isSameFile(picture, { ...picture, name: '.png' })).toBe(false)
})

test('a reply with the opening hours requires all four fields, and a slip upload accepts exactly one file (R312, R336, D-12)', () => {
  const { 'lookup.slip': lookup, 'wallet.slip': send } = slipCalls
  expect(v.parse(lookup.reply, hours)).toEqual(hours)
  for (const part of Object.keys(hours)) expect(v.is(lookup.reply, { ...hours, [part]: null }), part).toBe(false)
  const file = new File(['x'], 'a.png', { type: 'image/png' })
  expect([send.kind, send.form, v.is(send.input, { file })]).toEqual(['change', true, true])
  for (const wrong of [{}, { file: 'a.png' }, { file: null }, { file, amount: 1 }])
    expect(v.is(send.input, wrong), JSON.stringify(wrong)).toBe(false)
})
