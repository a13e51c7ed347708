import { describe, expect, test } from 'vitest'
import { descriptionOf, signOf, toneOf } from '#contract/statement.ts'
import { statementRow } from '#tests/kit/samples/statement.ts'

describe('a statement row', () => {
  test.each([
    ['R241', 'SUCCESS', 'good'],
    ['R242', 'FAILED', 'bad'],
    ['R243', 'PENDING', 'wait'],
    ['R243', 'success', 'wait'],
    ['R243', '', 'wait'],
  ])('%s: the status "%s" has the tone %s', (_, status, tone) => {
    expect(toneOf(status)).toBe(tone)
  })

  test.each([
    ['deposit', '+'],
    ['bonus', '+'],
    ['withdraw', '−'],
    ['transfer', ''],
    ['finish_bonus', ''],
    ['something new', ''],
  ])('with the type %s has the sign "%s" (R175, R552, R553, R554)', (type, sign) => {
    expect(signOf(type)).toBe(sign)
  })

  test.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'])(
    'shows the description of a linked %s (R176)',
    (link) => {
      expect(descriptionOf(statementRow({ [link]: { description: 'what for' } }))).toBe('what for')
      expect(descriptionOf(statementRow({ bonus: null, promotion: null, [link]: { description: '' } }))).toBe('')
    },
  )

  test('has no description if nothing is linked (R176)', () => {
    expect(descriptionOf(statementRow())).toBeNull()
    expect(descriptionOf(statementRow({ bonus: null, luckydraw: null }))).toBeNull()
  })
})
