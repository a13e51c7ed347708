import * as v from 'valibot'
import { expect, it } from 'vitest'
import { agreementMark, needsAgreement } from '#contract/agreement.ts'
import { calls } from '#contract/calls.ts'
import { slice } from '#tests/kit/samples/spin.ts'

it.each(['lookup.conditions', 'lookup.agreements'] as const)(
  'the contract keeps the readable texts of %s and marks the others as unreadable (R150, R153)',
  (name) => {
    expect(v.parse(calls[name].reply, ['<p>a</p>', 7, null, '<p>b</p>'])).toEqual(['<p>a</p>', null, null, '<p>b</p>'])
    expect(v.safeParse(calls[name].reply, 'text').success).toBe(false)
  },
)

it('an agreement is shown again once one of its unreadable texts becomes readable (D-03)', () => {
  const partly = ['<p>a</p>', null]
  expect(needsAgreement(partly, agreementMark(partly))).toBe(false)
  expect(needsAgreement(['<p>a</p>', '<p>b</p>'], agreementMark(partly))).toBe(true)
})

it('a wheel’s unreadable slices are left out and counted (R180, R181)', () => {
  const wheel = { name: 'x', slice: [slice('a'), { code: 'b' }, 'c', slice('d')] }
  const { activeSpinwheel, userCoin } = v.parse(calls['spin.setup'].reply, { activeSpinwheel: wheel, userCoin: 2 })
  expect(activeSpinwheel?.slice.map(({ code }) => code)).toEqual(['a', 'd'])
  expect(activeSpinwheel?.unread).toBe(2)
  expect(userCoin).toBe(2)
})
