import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { beforeAll, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { sessionMachine } from '#machines/session.machine.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import type { Session } from '#src/actors/session.ts'
import { USER_PAGES } from '#src/lib/pages.ts'
import { Route as start } from '#src/routes/index.tsx'
import { routeTree } from '#src/routeTree.gen.ts'
import { frozen } from './kit/frozen.ts'
import { speakThai } from './kit/thai.ts'

beforeAll(speakThai)

/** The product's routes at an address, for a member or a visitor. */
async function visit(address: string, hasToken: boolean) {
  const logic = frozen(sessionMachine, { toasts: toastsMachine, 'lookup.active': fromPromise(async () => ({})) })
  const session = createActor(logic, { input: { hasToken, syncedAt: null } }).start()
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, history, context: { session: session as unknown as Session } })
  await router.load()
  return router
}
const placeOf = async (address: string, hasToken: boolean) => (await visit(address, hasToken)).state.location.pathname

test.each(['/login', '/register', '/howto', '/contact'])(
  'R2 R1 R292 without a token a visitor sees %s',
  async (page) => {
    expect(await placeOf(page, false)).toBe(page)
  },
)

test('R1 R67 the member has six pages', async () => {
  const pages = ['home', 'profile', 'bonus', 'statement', 'contact', 'spin'].map((name) => `/user/${name}`)
  expect([...USER_PAGES].sort()).toEqual(pages.sort())
  for (const page of pages) expect(await placeOf(page, true)).toBe(page)
})

test('R26 R297 there are no other pages, and none for an admin', async () => {
  const { routesByPath } = await visit('/login', false)
  expect(Object.keys(routesByPath).sort()).toEqual([
    '/',
    '/contact',
    '/howto',
    '/login',
    '/register',
    '/terminated',
    '/user',
    ...[...USER_PAGES].sort(),
  ])
})

test('R27 R66 the start page leads to /user, and that to home', async () => {
  const thrown = await Promise.resolve()
    .then(() => start.options.beforeLoad?.({} as never))
    .catch((redirect: unknown) => redirect)
  expect(thrown).toMatchObject({ options: { to: '/user', replace: true } })
  expect(await placeOf('/', true)).toBe('/user/home')
  expect(await placeOf('/user', true)).toBe('/user/home')
})

test.each(['/', '/user', ...USER_PAGES])('R65 R27 without a token %s leads to the login', async (address) => {
  expect(await placeOf(address, false)).toBe('/login')
})
