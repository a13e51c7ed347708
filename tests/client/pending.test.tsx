import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PENDING_TIME } from '#contract/limits.ts'
import { clearPending, pendingNames, pendingOf, storePending } from '#src/lib/pending.ts'
import { leaveToken, storeToken } from '#src/lib/token.ts'

const Kept = v.object({ key: v.string(), input: v.object({ amount: v.number() }) })
const before = { main: 1_000, games: 500, rows: 3 }
const attempt = { key: 'k1', input: { amount: 5 }, isRepeatable: false, before }
const store = window.sessionStorage
const inDoubt = { ...attempt, isInDoubt: true }
const transfer = () => pendingOf('transfer', Kept)

beforeEach(() => {
  store.clear()
  storeToken('member-1.first', true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
})
afterEach(() => {
  vi.useRealTimers()
  leaveToken()
  store.clear()
})

test('a confirmed attempt is stored in this tab only, until it is cleared', () => {
  expect(transfer()).toBeNull()
  storePending('transfer', attempt)
  expect([
    transfer(),
    pendingOf('withdraw', Kept),
    Object.keys(localStorage).filter((name) => name.startsWith('pending.')),
  ]).toEqual([inDoubt, null, []])
  clearPending('transfer')
  expect([transfer(), store.length]).toEqual([null, 0])
})

test('a stored attempt is hidden from another member in the same tab, and returns when its owner logs in again (R332)', () => {
  storePending('transfer', attempt)
  storeToken('member-2.first', false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  storeToken('member-1.second', false)
  expect([transfer(), pendingNames()]).toEqual([inDoubt, ['transfer']])
})

test('a stored attempt can be cleared even if there is no token (R389)', () => {
  storePending('transfer', attempt)
  leaveToken()
  clearPending('transfer')
  storeToken('member-1.second', true)
  expect(transfer()).toBeNull()
})

test('a later attempt replaces the stored attempt of the same name', () => {
  storePending('transfer', attempt)
  storePending('transfer', { ...attempt, key: 'k2' })
  expect(transfer()?.key).toBe('k2')
})

test('an attempt expires PENDING_TIME after it was first stored, even if it is stored again', () => {
  storePending('transfer', attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME - 1)
  storePending('transfer', attempt)
  expect(transfer()).toEqual(inDoubt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME)
  expect([transfer(), pendingNames()]).toEqual([null, []])
})

test('an expired attempt stays expired if a page that is still open checks it again', () => {
  storePending('transfer', attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME)
  storePending('transfer', attempt)
  expect(transfer()).toBeNull()
  expect(pendingNames()).toEqual([])
})

test('an attempt with a new key replaces an expired one of the same name', () => {
  storePending('transfer', attempt)
  vi.setSystemTime(Date.UTC(2026, 0, 2) + PENDING_TIME)
  storePending('transfer', { ...attempt, key: 'k2' })
  expect(transfer()?.key).toBe('k2')
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
])('a malformed stored attempt is ignored: %s', (text) => {
  store.setItem('pending.member-1.transfer', text)
  expect(transfer()).toBeNull()
})

test('pendingNames lists only the member’s own attempts, not other entries in the tab’s storage', () => {
  for (const other of ['token', 'mypending.member-1.x', 'pending.member-2.x']) store.setItem(other, 'x')
  for (const name of ['transfer', 'withdraw', 'game.pg', 'game.a.b']) storePending(name, attempt)
  expect(pendingNames().sort()).toEqual(['game.a.b', 'game.pg', 'transfer', 'withdraw'])
})

test('a browser without storage neither stores an attempt nor throws an error', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(storePending('transfer', attempt)).toBe(false)
  expect([transfer(), pendingNames()]).toEqual([null, []])
  expect(clearPending('transfer')).toBe(false)
})
