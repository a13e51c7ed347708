import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeWindow } from '#tests/kit/window.ts'

let stores: ReturnType<typeof fakeWindow>
/** Loads a fresh copy of the module, as a new page does. */
const page = () => {
  vi.resetModules()
  return import('#src/lib/token.ts')
}
beforeEach(() => {
  stores = fakeWindow()
})

test('without a stored token, the user is a guest (R295, R200)', async () => {
  expect((await page()).token()).toBeNull()
})

test.each(['local', 'session'] as const)('a page reads its token from %s storage (R295, R296, R200)', async (place) => {
  stores[place].set('token', 'T')
  expect((await page()).token()).toBe('T')
})

test.each([
  [true, [['token', 'T']], []],
  [false, [], [['token', 'T']]],
] as const)(
  'a login with remember=%s stores the token in one storage only (R36, R296)',
  async (remember, local, session) => {
    const { storeToken, token } = await page()
    expect(storeToken('T', remember)).toBe('browser')
    expect(token()).toBe('T')
    expect([[...stores.local], [...stores.session]]).toEqual([local, session])
    expect((await page()).token()).toBe('T')
  },
)

test('a token that is bound to the browser key is marked as bound in storage (R602)', async () => {
  const { storeToken, token, isBound } = await page()
  storeToken('T', true, true)
  expect([token(), isBound(), stores.local.get('token')]).toEqual(['T', true, 'bound T'])
  const again = await page()
  expect([again.token(), again.isBound(), again.tokenPlace()]).toEqual(['T', true, 'localStorage'])
  again.storeToken('U', true)
  expect([again.token(), again.isBound()]).toEqual(['U', false])
  again.clearToken()
  expect([again.token(), again.isBound()]).toEqual([null, false])
})

test('a tab that adopts a bound token treats it as bound, and removes it from storage when the tab is signed out (R602)', async () => {
  const other = await page()
  stores.local.set('token', 'bound T')
  other.adoptToken()
  expect([other.token(), other.isBound()]).toEqual(['T', true])
  other.leaveToken()
  expect(stores.local.has('token')).toBe(false)
})

describe('a renewed token (R606)', () => {
  test.each([
    [true, 'local'],
    [false, 'session'],
  ] as const)('replaces the old token of the same login (remember: %s)', async (remember, place) => {
    const { storeToken, beginRenewal, endRenewal, token, isBound, loginId } = await page()
    storeToken('T', remember, true)
    beginRenewal()
    endRenewal('U')
    expect([token(), isBound(), loginId()]).toEqual(['U', true, 'T'])
    expect([[...stores.local], [...stores.session]].flat()).toEqual([['token', 'bound U']])
    expect(stores[place].get('token')).toBe('bound U')
    storeToken('V', remember)
    expect([token(), loginId()]).toEqual(['V', 'V'])
  })

  test('does not overwrite the stored token of another login', async () => {
    const { storeToken, beginRenewal, endRenewal, token } = await page()
    storeToken('T', true)
    beginRenewal()
    stores.local.set('token', 'of another login')
    endRenewal('U')
    expect([token(), stores.local.get('token')]).toEqual(['U', 'of another login'])
  })

  test('is stored even if another tab has removed the old token', async () => {
    const { storeToken, beginRenewal, endRenewal } = await page()
    storeToken('T', true)
    beginRenewal()
    stores.local.delete('token')
    endRenewal('U')
    expect(stores.local.get('token')).toBe('U')
  })

  test('neither logs in a user who has logged out nor replaces another login', async () => {
    const { storeToken, clearToken, beginRenewal, endRenewal, token } = await page()
    storeToken('T', true)
    beginRenewal()
    clearToken()
    endRenewal('U')
    expect([token(), [...stores.local], [...stores.session]]).toEqual([null, [], []])
    storeToken('T', true)
    beginRenewal()
    storeToken('of another member', false)
    endRenewal('U')
    expect(token()).toBe('of another member')
  })

  test('is awaited until a reply arrives or another login stores its token, but for no more than two minutes', async () => {
    vi.useFakeTimers()
    const { storeToken, beginRenewal, endRenewal, isRenewing } = await page()
    expect(isRenewing()).toBe(false)
    storeToken('T', true)
    beginRenewal()
    expect(isRenewing()).toBe(true)
    endRenewal()
    expect(isRenewing()).toBe(false)
    beginRenewal()
    vi.advanceTimersByTime(2 * 60_000)
    expect(isRenewing()).toBe(false)
    beginRenewal()
    storeToken('U', true)
    expect(isRenewing()).toBe(false)
    vi.useRealTimers()
  })
})

test('a page notifies its listeners only when its token is renewed, in this tab or in another (R645)', async () => {
  const { storeToken, beginRenewal, endRenewal, followToken, onRenewal, token } = await page()
  const heard: (string | null)[] = []
  const unfollow = onRenewal(() => heard.push(token()))
  storeToken('T', true)
  expect(heard).toEqual([])
  beginRenewal()
  endRenewal('U')
  expect(heard).toEqual(['U'])
  followToken({ key: 'token', oldValue: 'S', newValue: 'V' } as StorageEvent)
  expect(heard).toEqual(['U'])
  followToken({ key: 'token', oldValue: 'U', newValue: 'V' } as StorageEvent)
  expect(heard).toEqual(['U', 'V'])
  unfollow()
  followToken({ key: 'token', oldValue: 'V', newValue: 'W' } as StorageEvent)
  expect(heard).toEqual(['U', 'V'])
})

test('a tab adopts a token from another tab only if that token is a renewal of this tab’s own token (R606)', async () => {
  const { storeToken, followToken, token, loginId } = await page()
  const event = (oldValue: string | null, newValue: string | null, key = 'token') =>
    ({ key, oldValue, newValue }) as StorageEvent
  storeToken('T', true)
  for (const other of [event('S', 'U'), event('T', null), event(null, 'U'), event('T', 'U', 'locale')]) {
    followToken(other)
    expect(token()).toBe('T')
  }
  followToken(event('T', 'U'))
  expect([token(), loginId()]).toEqual(['U', 'T'])
})

test('a guest’s page does not adopt another tab’s token by itself, but leaves the adoption to the session (R295)', async () => {
  const { followToken, canAdoptToken, token } = await page()
  stores.local.set('token', 'T')
  followToken({ key: 'token', oldValue: null, newValue: 'T' } as StorageEvent)
  expect(token()).toBeNull()
  expect(canAdoptToken()).toBe(true)
})

test('clearing the token removes only the token, from both storages (R74, D-08)', async () => {
  const others = ['locale', 'code', 'guest-id', 'remember-agreement']
  for (const place of [stores.local, stores.session]) for (const name of ['token', ...others]) place.set(name, 'x')
  const { clearToken, token } = await page()
  clearToken()
  expect(token()).toBeNull()
  expect([[...stores.local.keys()], [...stores.session.keys()]]).toEqual([others, others])
})

test('without browser storage, only the current page keeps the token (R36)', async () => {
  fakeWindow({ isBlocked: true })
  const { storeToken, token, clearToken } = await page()
  expect(storeToken('T', true)).toBe('page')
  expect(token()).toBe('T')
  expect((await page()).token()).toBeNull()
  clearToken()
  expect(token()).toBeNull()
})

test('a token that another tab has stored permanently can be adopted once, and never replaces this tab’s own token (R295)', async () => {
  const { adoptToken, canAdoptToken, token } = await page()
  expect(canAdoptToken()).toBe(false)
  stores.session.set('token', 'S')
  expect(canAdoptToken()).toBe(false)
  stores.local.set('token', 'L')
  expect(canAdoptToken()).toBe(true)
  expect(token()).toBeNull()
  adoptToken()
  expect(token()).toBe('L')
  stores.local.set('token', 'M')
  expect(canAdoptToken()).toBe(false)
  expect(token()).toBe('L')
})

test('at startup, a token in session storage takes precedence over one in local storage (R295, R296)', async () => {
  stores.local.set('token', 'L')
  stores.session.set('token', 'S')
  expect((await page()).token()).toBe('S')
})

test('ending this tab’s login removes its token, but not a different one in local storage (R74, D-08)', async () => {
  stores.session.set('token', 'S')
  stores.session.set('other', 'x')
  const { leaveToken, token } = await page()
  stores.local.set('token', 'L')
  leaveToken()
  expect(token()).toBeNull()
  expect([[...stores.local], [...stores.session]]).toEqual([[['token', 'L']], [['other', 'x']]])
})

test('ending this tab’s login also removes its token from local storage (R387)', async () => {
  stores.local.set('token', 'L')
  const { leaveToken, token } = await page()
  leaveToken()
  expect([token(), stores.local.has('token')]).toEqual([null, false])
})

test('logging in again without "remember me" removes the remembered token (R36)', async () => {
  const { storeToken } = await page()
  storeToken('old', true)
  storeToken('new', false)
  expect((await page()).token()).toBe('new')
})
