import { expect, test } from 'vitest'
import { firstStep } from '#contract/first-step.ts'
import { satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import { slot, unreadSlot } from '#tests/kit/samples/wallet.ts'

const unused = slot('pg', { isActive: false, amount: satang(0) })
const member = (main: number, slots: WalletOverview['slots']) => ({ wallet: { amount: satang(main) }, slots })

test.each([
  ['is asked to deposit first', member(0, [unused]), 'deposit'],
  ['is asked to open a game account once there is money', member(1, [unused]), 'open'],
  ['is asked to deposit even if another game cannot be read', member(0, [unused, unreadSlot('joker2')]), 'deposit'],
])('a newcomer %s (R601)', (_, who, step) => {
  expect(firstStep(who)).toBe(step)
})

const pending = { kind: 'qr', status: 'PENDING', amount: satang(100), createdAt: '2026-01-02T03:04:05.000Z' } as const

test.each([
  ['is hidden while a QR code is pending', pending, null],
  ['is still shown after a slip was accepted', { ...pending, kind: 'slip', status: 'SUCCESS' } as const, 'deposit'],
  ['is still shown during a withdrawal', { ...pending, kind: 'withdraw' } as const, 'deposit'],
  ['is still shown if a pending payment cannot be read', null, 'deposit'],
])('the first step on the home page %s (R601)', (_, row, step) => {
  expect(firstStep({ ...member(0, [unused]), underWay: [row] as WalletOverview['underWay'] })).toBe(step)
})

test.each([
  ['has an account in a game', [unused, slot('joker2', { amount: satang(0) })]],
  ['has money in a game without an account', [unused, slot('joker2', { isActive: false, amount: satang(1) })]],
  ['has no games', []],
  ['has only games that cannot be read', [unreadSlot('joker2')]],
])('no first step is shown to a member who %s (R601)', (_, slots) => {
  expect(firstStep(member(0, slots))).toBeNull()
})
