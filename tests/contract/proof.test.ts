import { expect, it } from 'vitest'
import { provenText } from '#contract/proof.ts'

it('the text of a proof separates key, query and body, so that none can be mistaken for another (R603)', () => {
  expect(provenText({ key: 'K', search: '?a=1', body: '{}' })).toBe('K\n?a=1\n{}')
  expect(provenText({ key: '', search: '', body: '' })).toBe('\n\n')
})
