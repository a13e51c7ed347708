import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor } from 'xstate'
import th from '#locales/th.json'
import { sessionMachine } from '#machines/session.machine.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { AuthLayout } from '#src/components/auth-layout.tsx'
import { BottomNav } from '#src/components/bottom-nav.tsx'
import { Button } from '#src/components/button.tsx'
import { Layout } from '#src/components/layout.tsx'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { MemberLayout } from '#src/features/session/member-layout.tsx'
import { PublicLayout } from '#src/features/session/public-layout.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { speakThai } from '#tests/kit/thai.ts'
import { user } from '#tests/kit/user.ts'

beforeAll(speakThai)
afterEach(() => page.viewport(414, 896))

const session = (hasToken: boolean) =>
  createActor(frozen(sessionMachine, { toasts: toastsMachine }), { input: { hasToken, syncedAt: null } }).start()

/** Renders one of the product's pages and waits until it has settled. */
async function show(page: ReactNode, settled: () => Promise<unknown>) {
  render(<MemoryRouter>{page}</MemoryRouter>)
  await settled()
}
const showMember = (unread = 0) =>
  show(<MemberLayout actor={session(true)} side={null} isHome unread={unread} onConditions={() => {}} />, () =>
    screen.findByRole('banner'),
  )
const showLogin = () =>
  show(<LoginScreen actor={session(false)} />, () => screen.findByRole('button', { name: th.login.submit }))
/** The entries of the bottom menu: the link target or `button`, and the name. */
const menu = () =>
  [...screen.getByRole('navigation').querySelectorAll('a, button')].map((entry) => [
    entry.getAttribute('href') ?? 'button',
    entry.textContent,
  ])

test('the public layout has a menu with four entries and no top bar (R29, R28)', async () => {
  await show(<PublicLayout />, () => screen.findByRole('navigation'))
  expect(menu()).toEqual([
    ['/login', th.nav.home],
    ['/register', th.nav.register],
    ['/howto', th.nav.howto],
    ['/contact', th.nav.contact],
  ])
  expect(screen.queryByRole('banner')).toBeNull()
})

test('the member’s menu has entries for four pages and for the conditions (R69)', async () => {
  await showMember()
  expect(menu()).toEqual([
    ['/user/home', th.nav.home],
    ['/user/statement', th.nav.statement],
    ['/user/contact', th.nav.contact],
    ['/user/profile', th.nav.profile],
    ['button', th.nav.conditions],
  ])
})

test('unread messages from support are announced in the menu entry of the contact page (R663)', async () => {
  await showMember(2)
  const contact = within(screen.getByRole('navigation')).getByRole('link', { name: new RegExp(th.nav.contact) })
  expect(contact).toHaveAccessibleName(`${th.nav.contact} ${th.chat.unread.replace('{{n}}', '2')}`)
})

test.each([
  ['member', () => showMember()],
  ['public', () => show(<PublicLayout />, () => screen.findByRole('navigation'))],
])('the first Tab stop of the %s layout is a link that skips to the page (WCAG 2.4.1)', async (_, showLayout) => {
  await showLayout()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: th.app.skip }))
  expect(document.activeElement).toHaveAttribute('href', '#main')
})

test('the member’s header has an icon-only logout button and a site title that links to the home page (R17, R71, R73, D-53)', async () => {
  await showMember()
  const head = within(screen.getByRole('banner'))
  expect(head.getByRole('img', { name: 'krapao' }).closest('a')).toHaveAttribute('href', '/user/home')
  const logout = head.getByRole('button', { name: th.nav.logout })
  expect(logout.querySelector('svg')).not.toBeNull()
  expect(logout.textContent).toBe('')
})

test('the login page shows the site title, sets the document title, and links to registration (R32, R17, D-53)', async () => {
  await showLogin()
  screen.getByRole('img', { name: 'krapao' })
  expect(document.title).toBe(`${th.page.login} · krapao`)
  expect(screen.getByRole('link', { name: th.login.register })).toHaveAttribute('href', '/register')
})

test('the login page shows the product’s version (R18)', async () => {
  await showLogin()
  expect(document.body.textContent).toContain(th.app.version.replace('{{version}}', '1.1.14'))
})

test('a step flow hides the login scene on a phone, and puts its back button beside the language menu (R37)', async () => {
  const scene = () => screen.getByRole('banner', { hidden: true }).checkVisibility()
  const { rerender } = render(<AuthLayout isSteps lead={<button type="button">นำ</button>} children={<p>ขั้น</p>} />)
  const [lead, language] = within(screen.getByRole('main')).getAllByRole('button', { name: 'นำ' })
  expect(lead?.nextElementSibling?.querySelector('select')).toHaveAttribute('aria-label', th.app.language)
  expect([language, scene()]).toEqual([undefined, false])
  rerender(<AuthLayout children={<p>ฟอร์ม</p>} />)
  expect(scene()).toBe(true)
  await page.viewport(1000, 800)
  rerender(<AuthLayout isSteps children={<p>ขั้น</p>} />)
  expect(scene()).toBe(true)
})

test('the theme shows light text on a dark page (R19)', async () => {
  await showLogin()
  /** Returns the brightness of a colour as the browser draws it, from 0 to 255. */
  const brightness = (colour: string) => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) throw new Error('no canvas')
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    return Math.max(...brush.getImageData(0, 0, 1, 1).data.slice(0, 3))
  }
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  const { backgroundColor, color } = getComputedStyle(document.body)
  expect(brightness(backgroundColor)).toBeLessThan(64)
  expect(brightness(color)).toBeGreaterThan(192)
})

it('the layout keeps the last button of a long page visible on a phone (R13)', () => {
  render(
    <>
      <Layout side={null} sideLabel="">
        <div style={{ blockSize: 2000 }} />
        <Button>ถอนเงิน</Button>
      </Layout>
      <BottomNav area="member" items={[{ icon: 'home', label: 'หน้าหลัก', onClick: () => {} }]} />
    </>,
  )
  const button = screen.getByRole('button', { name: 'ถอนเงิน' })
  expect(() => user.reach(button)).not.toThrow()
})
