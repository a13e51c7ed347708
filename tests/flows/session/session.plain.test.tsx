import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { USER_PAGES } from '#src/lib/pages.ts'
import { token } from '#src/lib/token.ts'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'
import { fill, plain as flat, words } from '#tests/kit/screen.ts'

const plain = eachPlainPage('visitor')

const isAt = (place: string) => waitFor(() => expect(plain().place()).toBe(place))
const type = async (password: string) => {
  await fill(th.login.phone, '0812345678')
  await fill(th.login.password, password)
}

it.each(['phone', 'password'] as const)(
  'the login form shows why a login failed, without a toast, until the player types in the %s field (R33, R34)',
  async (field) => {
    await plain().open('/login')
    await screen.findByLabelText(th.login.phone)
    await type('wrong-one')
    await tap(th.login.submit)
    await says(th.errorMsg.WRONG_CREDENTIAL)
    expect(screen.getByLabelText(th.login.password)).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByRole('status', { name: th.toast.region })).toBeEmptyDOMElement()
    await fill(th.login[field], '1')
    await waitFor(() => expect(words()).not.toContain(flat(th.errorMsg.WRONG_CREDENTIAL)))
  },
)

it('a logout clears the token and opens the login page (R74)', async () => {
  await plain().signIn()
  await plain().open('/user/profile')
  await says('Demo Player')
  expect(token()).not.toBeNull()
  await tap(th.nav.logout)
  await isAt('/login')
  expect(token()).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
})

it('the login page first checks whether the site is open, and redirects to /terminated if it is not (R75, R76, R77)', async () => {
  const look = () => [document.body.className, document.body.getAttribute('style')]
  const before = look()
  plain().site.switches.terminated = true
  await plain().open('/login')
  expect(plain().sent()[0]).toBe('GET /api/lookup/active')
  await isAt('/terminated')
  await says(th.terminated.text)
  plain().site.switches.terminated = false
  await tap(th.terminated.again, 'link')
  await says(th.login.welcome)
  expect(look()).toEqual(before)
  expect(words()).not.toContain(flat(th.terminated.text))
})

it.each([
  ['/login', th.login.welcome],
  ['/register', th.register.title.phone],
  ['/howto', th.howto.wallet],
  ['/contact', '@operator'],
])('the site shows the page %s to a visitor (R1, R2)', async (page, text) => {
  await plain().open(page)
  await says(text)
  expect(plain().place()).toBe(page)
})

const SEEN: Record<(typeof USER_PAGES)[number], string> = {
  '/user/home': th.home.shelf.slot,
  '/user/profile': th.profile.since,
  '/user/bonus': th.bonus.state.open,
  '/user/statement': 'KBANK',
  '/user/contact': '@operator',
  '/user/spin': th.spin.go,
  '/user/care': th.profile.since,
}
it.each(USER_PAGES)('the site shows the page %s to a member (R1)', async (page) => {
  await plain().signIn()
  await plain().open(page)
  await says(SEEN[page])
  expect(words()).not.toContain(th.crash.text)
})
