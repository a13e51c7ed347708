import { describe, expect, test } from 'vitest'
import { confirmedText } from '#contract/step-up.ts'

const change = { name: 'data.erase', key: 'k1', input: { b: 2, a: 1 } }

describe('the text that a passkey signs (R628)', () => {
  test('contains the call, its idempotency key, and its fields in alphabetical order', () => {
    expect(confirmedText(change)).toBe('["data.erase","k1",[["a",1],["b",2]]]')
    expect(confirmedText({ ...change, input: { a: 1, b: 2 } })).toBe(confirmedText(change))
  })

  test('contains neither the password nor fields that are not sent', () => {
    const input = { a: 1, b: 2, password: 'demo1234', c: undefined }
    expect(confirmedText({ ...change, input })).toBe(confirmedText(change))
  })
})
