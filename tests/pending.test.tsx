import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PENDING_TIME } from '#contract/limits.ts'
import { dropPending, keepPending, pendingOf } from '#src/lib/pending.ts'
import { dropAllPending, pendingNames, pendingPlace } from '#src/lib/pending-names.ts'
import { dropToken, keepToken } from '#src/lib/token.ts'

const Kept = v.object({ key: v.string(), input: v.object({ amount: v.number() }) })
const attempt = { key: 'k1', input: { amount: 5 } }
const store = window.sessionStorage
const transfer = () => pendingOf('transfer', Kept)

beforeEach(() => {
  store.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
})
afterEach(() => {
  vi.useRealTimers()
  store.clear()
})

test('exactly once: what was confirmed is kept in this tab alone, until it is answered', () => {
  expect(transfer()).toBeNull()
  keepPending('transfer', attempt)
  expect([
    transfer(),
    pendingOf('withdraw', Kept),
    Object.keys(localStorage).filter((name) => name.startsWith('pending.')),
  ]).toEqual([attempt, null, []])
  dropPending('transfer')
  expect([transfer(), store.length]).toEqual([null, 0])
})

test('R332 what one login keeps is nothing to another login of the same tab', () => {
  keepToken('first-token-of-a-member', false)
  keepPending('transfer', attempt)
  keepToken('other-token-of-another', false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  dropAllPending()
  keepToken('first-token-of-a-member', false)
  expect(transfer()).toBeNull()
  dropToken()
})

test('exactly once: a later one takes its place', () => {
  keepPending('transfer', attempt)
  keepPending('transfer', { ...attempt, key: 'k2' })
  expect(transfer()?.key).toBe('k2')
})

test('exactly once: for as long as the server surely remembers it, and no longer', () => {
  keepPending('transfer', attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME - 1)
  expect(transfer()).toEqual(attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME)
  expect(transfer()).toBeNull()
})

test.each([
  'nonsense',
  '',
  '[]',
  'null',
  JSON.stringify(attempt),
  JSON.stringify({ attempt }),
  JSON.stringify({ at: 'now', attempt }),
  JSON.stringify({ at: Date.UTC(2026, 0, 2) }),
  JSON.stringify({ at: Date.UTC(2026, 0, 2), attempt: { ...attempt, key: 1 } }),
  JSON.stringify({ at: Date.UTC(2026, 0, 2), attempt: { key: 'k1', input: { amount: '5' } } }),
])('what is kept but of no use counts as nothing: %s', (text) => {
  store.setItem(`${pendingPlace()}transfer`, text)
  expect(transfer()).toBeNull()
})

test('another member of this tab sends none of it; nothing else of the tab is touched', () => {
  store.setItem('token', 'T')
  store.setItem('mypending.x', 'x')
  for (const name of ['transfer', 'withdraw', 'game.pg', 'game.a.b']) keepPending(name, attempt)
  expect(pendingNames().sort()).toEqual(['game.a.b', 'game.pg', 'transfer', 'withdraw'])
  dropAllPending()
  expect([pendingNames(), Object.keys(store).sort()]).toEqual([[], ['mypending.x', 'token']])
})

test('a browser that keeps nothing: nothing is kept, nothing breaks', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(keepPending('transfer', attempt)).toBe(false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  expect([dropPending('transfer'), dropAllPending()]).toEqual([false, undefined])
})
