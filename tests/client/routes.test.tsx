import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { sessionMachine } from '#machines/session.machine.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import type { Session } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { USER_PAGES } from '#src/lib/pages.ts'
import { Route as start } from '#src/routes/index.tsx'
import { routeTree } from '#src/routeTree.gen.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { overview, reading } from '#tests/kit/samples/wallet.ts'
import { click, fill, key, press } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

/** Opens an address in the product's routes, as a member or a visitor, and returns the router. */
async function visit(address: string, hasToken: boolean, wallet = frozen(walletMachine)) {
  const logic = frozen(sessionMachine, {
    toasts: toastsMachine,
    wallet,
    'lookup.active': fromPromise(async () => ({})),
  })
  const session = createActor(logic, { input: { hasToken, syncedAt: null } }).start()
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, history, context: { session: session as unknown as Session } })
  await router.load()
  return router
}
const placeOf = async (address: string, hasToken: boolean) => (await visit(address, hasToken)).state.location.pathname

test.each(['/login', '/register', '/howto', '/contact'])(
  'a visitor without a token can open %s (R2, R1, R292)',
  async (page) => {
    expect(await placeOf(page, false)).toBe(page)
  },
)

test('a member can open the six pages of the spec, and the care page that a backend may offer (R1, R67, R579)', async () => {
  const pages = ['home', 'profile', 'bonus', 'statement', 'contact', 'spin', 'care'].map((name) => `/user/${name}`)
  expect([...USER_PAGES].sort()).toEqual(pages.sort())
  for (const page of pages) expect(await placeOf(page, true)).toBe(page)
})

test('the router shows the member’s contact page in the member layout, and the public one in the public layout (R68, R28)', async () => {
  const framesOf = async (address: string, hasToken: boolean) =>
    (await visit(address, hasToken)).state.matches.map(({ routeId }) => routeId)
  expect(await framesOf('/user/contact', true)).toEqual(['__root__', '/user', '/user/contact'])
  expect(await framesOf('/contact', false)).toEqual(['__root__', '/_public', '/_public/contact'])
})

test.each(USER_PAGES)('%s is in the member layout, whose header has the logout button (R73)', async (page) => {
  const { matches } = (await visit(page, true)).state
  expect(matches.map(({ routeId }) => routeId)).toEqual(['__root__', '/user', page])
})

test('the search parameters set the invite code and the video, dialog or popup, and invalid values are ignored (R50, R55, R70, R131)', async () => {
  const searchOf = async (address: string, hasToken: boolean) =>
    (await visit(address, hasToken)).state.matches.at(-1)?.search
  expect(await searchOf('/register?code=PR123', false)).toEqual({ code: 'PR123' })
  expect(await searchOf(`/register?code=${'x'.repeat(65)}`, false)).toEqual({})
  expect(await searchOf('/howto?video=endBonus', false)).toEqual({ video: 'endBonus' })
  expect(await searchOf('/howto?video=constructor', false)).toEqual({})
  expect(await searchOf('/user/profile?dialog=password', true)).toEqual({ dialog: 'password' })
  expect(await searchOf('/user/profile?dialog=deposit&popup=conditions', true)).toEqual({ popup: 'conditions' })
})

test('the router has only pages for visitors and members, and no admin pages (R26, R297)', async () => {
  const { routesByPath } = await visit('/login', false)
  expect(Object.keys(routesByPath).sort()).toEqual([
    '/',
    '/contact',
    '/howto',
    '/login',
    '/recover',
    '/register',
    '/terminated',
    '/user',
    ...[...USER_PAGES].sort(),
  ])
})

test('the start page redirects to /user, which redirects to the home page (R27, R66)', async () => {
  const thrown = await Promise.resolve()
    .then(() => start.options.beforeLoad?.({} as never))
    .catch((redirect: unknown) => redirect)
  expect(thrown).toMatchObject({ options: { to: '/user', replace: true } })
  expect(await placeOf('/', true)).toBe('/user/home')
  expect(await placeOf('/user', true)).toBe('/user/home')
})

test.each(['/', '/user', ...USER_PAGES])(
  '%s redirects a visitor without a token to the login page (R65, R27)',
  async (address) => {
    expect(await placeOf(address, false)).toBe('/login')
  },
)

test.each([
  ['/user/contact?chat=open', '/user/contact?chat=open'],
  ['/user/contact?chat=shut', '/user/contact'],
  ['/user/home?dialog=deposit', '/user/home'],
  ['/user', undefined],
])(
  '%s redirects a visitor without a token to the login page, with the return address %s (R67, R244, D-09)',
  async (address, back) => {
    expect((await visit(address, false)).state.location.search).toEqual(back ? { back } : {})
  },
)

describe('the rendered product', () => {
  const own = { ...wire }
  afterEach(() => void Object.assign(wire, own))

  /** Shows the product at an address. Every call gets an empty reply. */
  async function show(address: string, hasToken: boolean) {
    Object.assign(wire, { token: () => 'token', fetch: async () => Response.json({}) })
    const router = await visit(address, hasToken)
    await act(async () => render(<RouterProvider router={router as never} />))
    return router
  }
  const placeIn = ({ state }: Awaited<ReturnType<typeof visit>>) => state.location.href
  const closed = () => waitFor(() => expect(document.querySelector('dialog')).toBeNull())

  test('gives a video dialog its own URL, and restores the page’s URL on Back or Escape (R55)', async () => {
    const router = await show('/howto', false)
    await screen.findByRole('heading', { level: 1, name: th.page.howto })
    for (const close of [() => act(async () => router.history.back()), key('Escape')]) {
      await click(screen.getByRole('button', { name: new RegExp(th.howto.wallet) }))
      await screen.findByRole('dialog', { name: th.howto.wallet })
      expect(placeIn(router)).toBe('/howto?video=wallet')
      await close()
      await closed()
      expect([placeIn(router), router.history.canGoBack()]).toEqual(['/howto', false])
    }
  })

  it.each([
    ...(['login', 'register', 'recover', 'howto', 'contact'] as const).map((name) => [
      `/${name}`,
      th.page[name],
      false,
    ]),
    ...USER_PAGES.map((page) => [page, th.page[page.slice('/user/'.length) as keyof typeof th.page], true]),
  ] as [string, string, boolean][])(
    'sets the title of the document on the page %s (WCAG 2.4.2)',
    async (page, title, isMember) => {
      await show(page, isMember)
      await waitFor(() => expect(document.title).toBe(`${title} · krapao`))
      expect(document.querySelectorAll('#main')).toHaveLength(1)
    },
  )

  it.each(['deposit', 'withdraw', 'invite', 'refund'] as const)(
    'aborts the requests of the %s dialog when Back closes the dialog (R26)',
    async (dialog) => {
      const router = await show('/user/home', true)
      const signals: (AbortSignal | null | undefined)[] = []
      wire.fetch = (url, { signal }) => {
        // the home page's own requests, 300 ms and 1.5 s after it opens, are not aborted and do not count
        if (!/\/api\/(wallet\/|lookup\/agreements)/.test(url)) signals.push(signal)
        return new Promise(() => {})
      }
      await act(async () => router.navigate({ to: '/user/home', search: { dialog } } as never))
      await waitFor(() => expect(signals.length).toBeGreaterThan(0))
      await act(async () => router.history.back())
      await closed()
      await waitFor(() => expect(signals.filter((signal) => !signal?.aborted)).toEqual([]))
    },
  )

  test('removes the search parameter of a deep-linked dialog when the dialog is closed (R55)', async () => {
    const router = await show('/howto?video=bonus', false)
    await screen.findByRole('dialog', { name: th.howto.bonus })
    await key('Escape')()
    await closed()
    expect(placeIn(router)).toBe('/howto')
  })

  it('shows a member’s amounts in the account’s currency (R510)', async () => {
    Object.assign(wire, { token: () => 'token', fetch: async () => Response.json({}) })
    const inKip = { ...overview, bankAccount: { ...overview.bankAccount, currency: 'LAK' as const } }
    const wallet = frozen(walletMachine, { 'wallet.get': fromPromise(async () => ({ ...reading, overview: inKip })) })
    const router = await visit('/user/profile', true, wallet)
    await act(async () => render(<RouterProvider router={router as never} />))
    await waitFor(() => expect(document.body.textContent).toContain('₭2,320.75'))
    expect(document.body.textContent).not.toContain('฿')
  })

  it.each([
    ['/user/home?dialog=deposit', th.qr.minimum.replace('{{min}}', '123.00\u00A0บาท')],
    ['/user/profile?dialog=password', th.password.hint.replace('{{n}}', '17')],
  ])('applies the operator’s settings in the dialog at %s once they arrive (R256, R270)', async (address, hint) => {
    const lookup = Promise.withResolvers<void>()
    wire.site = async () => {
      await lookup.promise
      return { ...SITE, settings: { passwordMin: 17, qr: { KBANK: { minimum: satang(12_300) } } } }
    }
    await show(address, true)
    await waitFor(() => expect(document.body.textContent).toContain(th.state.loading))
    wire.fetch = async () => Response.json({ hasQrcode: false })
    await act(async () => lookup.resolve())
    await waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain(hint))
  })

  test('opens the change-password dialog from its button, and closes it after saving (R131, R410)', async () => {
    const router = await show('/user/profile', true)
    await screen.findByRole('heading', { level: 1, name: th.page.profile })
    await press(th.password.change)()
    await screen.findByRole('dialog', { name: th.password.change })
    expect(placeIn(router)).toBe('/user/profile?dialog=password')
    await fill(th.password.old, 'demo1234')
    await fill(th.password.new, 'new-demo1234')
    await fill(th.password.confirm, 'new-demo1234')
    await key('Enter', th.password.confirm)()
    await screen.findByRole('alertdialog', { name: th.password.saved })
    await key('Escape')()
    await closed()
    expect(placeIn(router)).toBe('/user/profile')
  })
})
