import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'
import { words } from '#tests/kit/screen.ts'

const { game } = th
const DEMO = '0812345678'
const plain = eachPlainPage()

const passwordOf = (code: string) => plain().site.named(DEMO).games.get(code)?.password ?? ''

it('the game dialog always shows the username, but the password only on demand (R117, R163)', async () => {
  await plain().open('/user/home?dialog=game&game=pg')
  await says('pg-demo')
  expect(words()).not.toContain('pg-secret')
  await tap(th.login.show)
  await says('pg-secret')
})

it('the game dialog reloads the credentials after a password reset (R212)', async () => {
  await plain().open('/user/home?dialog=game&game=pg')
  await tap(game.reset)
  await tap(game.resetDo)
  await says(game.resetDone)
  await waitFor(() => expect(plain().count('GET /api/wallet/account/pg')).toBe(2))
  expect(passwordOf('pg')).not.toBe('pg-secret')
  await tap(th.login.show)
  await says(passwordOf('pg'))
})

it.each([
  [150_030, false],
  [0, true],
])(
  'with %i satang in the main wallet, the button that moves money without playing is disabled: %s (R120)',
  async (main, isOff) => {
    plain().site.named(DEMO).main = main
    await plain().open('/user/home?dialog=game&game=pg')
    await says('pg-demo')
    const fill = screen.getByRole('button', { name: game.fill })
    expect(fill.matches(':disabled')).toBe(isOff)
  },
)

it('opening a game posts the login form in the credentials’ `event` field, if the provider sends one (R163)', async () => {
  const posted: unknown[] = []
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    posted.push([this.method, this.action, Object.fromEntries(new FormData(this))])
  })
  Object.assign(plain().site.named(DEMO), { main: 0 }).games.set('circus', {
    username: 'live-demo',
    password: 'live-secret',
    amount: 0,
  })
  await plain().open('/user/home?dialog=game&game=circus')
  await says('live-demo')
  await tap(game.play)
  const fields = { user: 'live-demo', pass: 'live-secret' }
  await waitFor(() => expect(posted).toEqual([['post', 'https://play.provider.example/circus', fields]]))
})
