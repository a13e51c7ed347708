import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PENDING_TIME } from '#contract/limits.ts'
import { dropPending, keepPending, pendingNames, pendingOf } from '#src/lib/pending.ts'
import { keepToken, leaveToken } from '#src/lib/token.ts'

const Kept = v.object({ key: v.string(), input: v.object({ amount: v.number() }) })
const before = { main: 1_000, games: 500, rows: 3 }
const attempt = { key: 'k1', input: { amount: 5 }, isRepeatable: false, before }
const store = window.sessionStorage
const inDoubt = { ...attempt, isInDoubt: true }
const transfer = () => pendingOf('transfer', Kept)

beforeEach(() => {
  store.clear()
  keepToken('member-1.first', true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
})
afterEach(() => {
  vi.useRealTimers()
  leaveToken()
  store.clear()
})

test('exactly once: what was confirmed is kept in this tab alone, until it is answered', () => {
  expect(transfer()).toBeNull()
  keepPending('transfer', attempt)
  expect([
    transfer(),
    pendingOf('withdraw', Kept),
    Object.keys(localStorage).filter((name) => name.startsWith('pending.')),
  ]).toEqual([inDoubt, null, []])
  dropPending('transfer')
  expect([transfer(), store.length]).toEqual([null, 0])
})

test('what one member keeps is nothing to another of the same tab; who comes back finds it, by any later login (R332)', () => {
  keepPending('transfer', attempt)
  keepToken('member-2.first', false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  keepToken('member-1.second', false)
  expect([transfer(), pendingNames()]).toEqual([inDoubt, ['transfer']])
})

test('an answer that the login has ended may come when its token is gone (R389)', () => {
  keepPending('transfer', attempt)
  leaveToken()
  dropPending('transfer')
  keepToken('member-1.second', true)
  expect(transfer()).toBeNull()
})

test('exactly once: a later one takes its place', () => {
  keepPending('transfer', attempt)
  keepPending('transfer', { ...attempt, key: 'k2' })
  expect(transfer()?.key).toBe('k2')
})

test('exactly once: for as long as the server surely remembers it, however often it is sent, and no longer', () => {
  keepPending('transfer', attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME - 1)
  keepPending('transfer', attempt)
  expect(transfer()).toEqual(inDoubt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME)
  expect([transfer(), pendingNames()]).toEqual([null, []])
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
  store.setItem('pending.member-1.transfer', text)
  expect(transfer()).toBeNull()
})

test('the names of what is kept, and of nothing else of the tab', () => {
  for (const other of ['token', 'mypending.member-1.x', 'pending.member-2.x']) store.setItem(other, 'x')
  for (const name of ['transfer', 'withdraw', 'game.pg', 'game.a.b']) keepPending(name, attempt)
  expect(pendingNames().sort()).toEqual(['game.a.b', 'game.pg', 'transfer', 'withdraw'])
})

test('a browser that keeps nothing: nothing is kept, nothing breaks', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(keepPending('transfer', attempt)).toBe(false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  expect(dropPending('transfer')).toBe(false)
})
