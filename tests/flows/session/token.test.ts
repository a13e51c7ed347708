import { beforeEach, expect, test, vi } from 'vitest'
import { fakeWindow } from '#tests/kit/window.ts'

let stores: ReturnType<typeof fakeWindow>
/** The module as a page loads it. */
const page = () => {
  vi.resetModules()
  return import('#src/lib/token.ts')
}
beforeEach(() => {
  stores = fakeWindow()
})

test('without a stored token a guest (R295, R200)', async () => {
  expect((await page()).token()).toBeNull()
})

test.each(['local', 'session'] as const)('a token in %s storage is found again (R295, R296, R200)', async (place) => {
  stores[place].set('token', 'T')
  expect((await page()).token()).toBe('T')
})

test.each([
  [true, [['token', 'T']], []],
  [false, [], [['token', 'T']]],
] as const)('remember %s: kept where it belongs, and only there (R36, R296)', async (remember, local, session) => {
  const { keepToken, token } = await page()
  expect(keepToken('T', remember)).toBe('browser')
  expect(token()).toBe('T')
  expect([[...stores.local], [...stores.session]]).toEqual([local, session])
  expect((await page()).token()).toBe('T')
})

test('dropping it clears both places and nothing else (R74, D-08)', async () => {
  const others = ['locale', 'code', 'guest-id', 'remember-agreement']
  for (const place of [stores.local, stores.session]) for (const name of ['token', ...others]) place.set(name, 'x')
  const { dropToken, token } = await page()
  dropToken()
  expect(token()).toBeNull()
  expect([[...stores.local.keys()], [...stores.session.keys()]]).toEqual([others, others])
})

test('a browser that keeps nothing: this page has it, the next has not (R36)', async () => {
  fakeWindow({ isBlocked: true })
  const { keepToken, token, dropToken } = await page()
  expect(keepToken('T', true)).toBe('page')
  expect(token()).toBe('T')
  expect((await page()).token()).toBeNull()
  dropToken()
  expect(token()).toBeNull()
})

test('what another tab stored for good can be taken over, once, and never over an own one (R295)', async () => {
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

test('at the start the token of the tab goes before the one of the browser (R295, R296)', async () => {
  stores.local.set('token', 'L')
  stores.session.set('token', 'S')
  expect((await page()).token()).toBe('S')
})

test('leaving it forgets what is this tab’s and nothing of the browser’s (R74, D-08)', async () => {
  stores.session.set('token', 'S')
  stores.session.set('other', 'x')
  const { leaveToken, token } = await page()
  stores.local.set('token', 'L')
  leaveToken()
  expect(token()).toBeNull()
  expect([[...stores.local], [...stores.session]]).toEqual([[['token', 'L']], [['other', 'x']]])
})

test('leaving it forgets a remembered token too, as long as it is this page’s (R387)', async () => {
  stores.local.set('token', 'L')
  const { leaveToken, token } = await page()
  leaveToken()
  expect([token(), stores.local.has('token')]).toEqual([null, false])
})

test('who logs in anew without remembering is not remembered from before (R36)', async () => {
  const { keepToken } = await page()
  keepToken('old', true)
  keepToken('new', false)
  expect((await page()).token()).toBe('new')
})
