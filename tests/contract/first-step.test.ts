import { expect, test } from 'vitest'
import { firstStep } from '#contract/first-step.ts'
import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import { overview, slot, unreadSlot } from '#tests/kit/samples/wallet.ts'

const unused = slot('pg', { isActive: false, amount: satang(0) })
const opened = slot('joker2', { amount: satang(0) })
const { profile } = overview
const BORN = Date.parse(profile.createdAt)
const member = (main: number, slots: WalletOverview['slots']) => ({ profile, wallet: { amount: satang(main) }, slots })

test.each([
  ['is asked to deposit first', member(0, [unused]), { step: 'deposit' }],
  ['is asked to open a game account once there is money', member(1, [unused]), { step: 'open' }],
  ['is then asked to play that game', member(1, [unused, opened]), { step: 'play', game: opened }],
  [
    'is asked to deposit even if another game cannot be read',
    member(0, [unused, unreadSlot('joker2')]),
    { step: 'deposit' },
  ],
])('a newcomer %s (R601)', (_, who, step) => {
  expect(firstStep(who, BORN)).toEqual(step)
})

const pending = { kind: 'qr', status: 'PENDING', amount: satang(100), createdAt: '2026-01-02T03:04:05.000Z' } as const

test.each([
  ['is hidden while a QR code is pending', pending, null],
  ['is still shown after a slip was accepted', { ...pending, kind: 'slip', status: 'SUCCESS' } as const, 'deposit'],
  ['is still shown during a withdrawal', { ...pending, kind: 'withdraw' } as const, 'deposit'],
  ['is still shown if a pending payment cannot be read', null, 'deposit'],
])('the first step on the home page %s (R601)', (_, row, step) => {
  const who = { ...member(0, [unused]), underWay: [row] as WalletOverview['underWay'] }
  expect(firstStep(who, BORN)?.step ?? null).toBe(step)
})

test.each([
  ['has an account in a game and no money', member(0, [unused, opened])],
  [
    'has money in a game without an account',
    member(1, [unused, slot('joker2', { isActive: false, amount: satang(1) })]),
  ],
  ['has money in a game with an account', member(1, [unused, slot('joker2', { amount: satang(1) })])],
  ['has no games', member(0, [])],
  ['has only games that cannot be read', member(0, [unreadSlot('joker2')])],
])('no first step is shown to a member who %s (R601)', (_, who) => {
  expect(firstStep(who, BORN)).toBeNull()
})

test.each([
  [DAY - 1, 'play'],
  [DAY, null],
  [Number.NaN, null],
])('the third step is shown on the first day only: %i ms after the registration (R601)', (age, step) => {
  expect(firstStep(member(1, [opened]), BORN + age)?.step ?? null).toBe(step)
})

test('the third step is not shown if the time of the registration is unknown (R601)', () => {
  expect(firstStep({ ...member(1, [opened]), profile: { ...profile, createdAt: '' } }, BORN)).toBeNull()
})
