import { expect, test } from 'vitest'
import { inviterIn } from '#contract/invite.ts'

test.each([
  ['PRa', 'a'],
  ['PRmember_1-x', 'member_1-x'],
  [`PR${'a'.repeat(64)}`, 'a'.repeat(64)],
  [`PR${'a'.repeat(65)}`, null],
  ['PR', null],
  ['PRa b', null],
  ['xPRa', null],
  ['PRa!', null],
  ['a', null],
])('the member id in the invite code %j is %j', (code, inviter) => expect(inviterIn(code)).toBe(inviter))
