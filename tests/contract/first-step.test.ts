import { expect, test } from 'vitest'
import { firstStep } from '#contract/first-step.ts'
import { satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import { slot, unreadSlot } from '#tests/kit/samples/wallet.ts'

const unused = slot('pg', { isActive: false, amount: satang(0) })
const member = (main: number, slots: WalletOverview['slots']) => ({ wallet: { amount: satang(main) }, slots })

test.each([
  ['deposits first', member(0, [unused]), 'deposit'],
  ['opens an account in a game once there is money', member(1, [unused]), 'open'],
  ['is shown the steps although another game cannot be read', member(0, [unused, unreadSlot('joker2')]), 'deposit'],
])('a newcomer %s (R601)', (_, who, step) => {
  expect(firstStep(who)).toBe(step)
})

const pending = { kind: 'qr', status: 'PENDING', amount: satang(100), createdAt: '2026-01-02T03:04:05.000Z' } as const

test.each([
  ['a pending QR code', pending, null],
  ['a slip that was accepted', { ...pending, kind: 'slip', status: 'SUCCESS' } as const, 'deposit'],
  ['a withdrawal', { ...pending, kind: 'withdraw' } as const, 'deposit'],
  ['an unreadable row', null, 'deposit'],
])('with %s on home, the next step is %j (R601)', (_, row, step) => {
  expect(firstStep({ ...member(0, [unused]), underWay: [row] as WalletOverview['underWay'] })).toBe(step)
})

test.each([
  ['has an account in a game', [unused, slot('joker2', { amount: satang(0) })]],
  ['has money in a game without an account', [unused, slot('joker2', { isActive: false, amount: satang(1) })]],
  ['has no games', []],
  ['has only games that cannot be read', [unreadSlot('joker2')]],
])('a member who %s is shown no first step (R601)', (_, slots) => {
  expect(firstStep(member(0, slots))).toBeNull()
})
