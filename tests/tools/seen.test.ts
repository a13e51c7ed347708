import { expect, it } from 'vitest'
import { textsAlso } from '#tests/kit/page-texts.ts'
import { type Arrival, SeenLog, SeenPath } from '#tests/kit/seen.ts'

const arrival = (state: string, words: string, situation = ''): Arrival => ({ state, words, situation })

it('text counts as new if a step shows it again after it had disappeared', () => {
  const path = new SeenPath()
  expect(path.add('editing', ['amount', 'too small'])).toEqual(['amount', 'too small'])
  expect(path.add('editing', ['amount'])).toEqual([])
  expect(path.add('editing', ['amount', 'too small'])).toEqual(['too small'])
})

it('text does not count as new if a dialog merely covered it', () => {
  const path = new SeenPath()
  path.add('editing', ['amount', 'the limit of the day'])
  expect(path.add('confirming', ['withdraw?'])).toEqual(['withdraw?'])
  expect(path.add('editing', ['amount', 'the limit of the day'])).toEqual([])
  expect(path.add('attempting', ['amount', 'please wait'])).toEqual(['please wait'])
})

it('the texts of a step are kept separately for each situation', () => {
  const seen = new SeenLog()
  const [few, many] = [arrival('shown', 'page 2', 'coupons: 0'), arrival('shown', 'page 2', 'coupons: 4')]
  seen.add(few, ['coupons', 'no coupons'], ['no coupons'])
  seen.add(many, ['coupons', 'claim'], ['claim'])
  const texts = seen.texts()
  expect(texts.shown?.always).toEqual(['coupons'])
  expect(textsAlso(texts, [few])).toBe('“no coupons”')
  expect(textsAlso(texts, [many])).toBe('“claim”')
  expect(textsAlso(texts, [few, many])).toBe('e.g. “no coupons”')
})

it('text that all tested situations share is listed if it is new in one of them', () => {
  const seen = new SeenLog()
  const [first, again] = [arrival('failed', 'no answer', 'first'), arrival('failed', 'no answer', 'again')]
  seen.add(first, ['try again'], ['try again'])
  seen.add(again, ['try again'], [])
  seen.add(arrival('failed', 'refused'), ['refused'], ['refused'])
  expect(textsAlso(seen.texts(), [first, again, arrival('failed', 'no answer', 'never')])).toBe('“try again”')
})

it('only texts shown on every visit to a situation are kept', () => {
  const seen = new SeenLog()
  const step = arrival('shown', 'opened')
  seen.add(step, ['a', 'b'], ['a', 'b'])
  seen.add(step, ['b', 'c'], ['c'])
  seen.add(arrival('shown', 'other'), [], [])
  expect(seen.texts().shown?.after.opened).toEqual({ '': { shown: ['b'], fresh: ['b'] } })
})
