import { expect, it } from 'vitest'
import { PASSWORD_HEADER, passwordHeader } from '#contract/profile.ts'

it('a profile change sends the password percent-encoded in a header, and omits the header if there is no password (R642)', () => {
  expect(passwordHeader('รหัส 1')).toEqual({ [PASSWORD_HEADER]: encodeURIComponent('รหัส 1') })
  expect(passwordHeader('')).toEqual({})
})
