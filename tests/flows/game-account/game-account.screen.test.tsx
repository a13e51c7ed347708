import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, test, vi } from 'vitest'
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate'
import { NOT_OPENED } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import type { Slot } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { walletMachine } from '#machines/wallet.machine.ts'
import { GameDialog } from '#src/features/game/game-dialog.tsx'
import { NoGame } from '#src/features/game/no-game.tsx'
import { holdCredentials } from '#src/lib/game-secret.ts'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { onBreak, refused } from '#tests/kit/samples/failures.ts'
import { reading, slot } from '#tests/kit/samples/wallet.ts'
import { controls, nameOf, plain, press, words } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './game-account.model.ts'
import { playWith, put, wallet } from './game-account.screen.tsx'

beforeAll(speakThai)
beforeAll(disableAnimations)

const { game, login, state, support } = th
const SECRET = 'word-of-the-game'

async function ready(more: Partial<Slot> = {}, hasForm = false, over = wallet) {
  const { code, web, ...rest } = slot('pg', more)
  const ends = createEmptyActor() as never
  const app = await start(model, { code, web, isActive: true, wallet: ends, toasts: ends, pending: null })
  holdCredentials(code, { username: 'player1', password: SECRET })
  await app.answer('credentials', { username: 'player1', hasForm })
  render(withLinks(<GameDialog actor={app.actor} wallet={over} slot={{ code, web, ...rest }} onClose={() => {}} />))
  return app
}
const names = () => controls().map(nameOf)

test('the game dialog shows the password only on demand, and can hide it again (R117)', async () => {
  await ready()
  expect(document.body.innerHTML).not.toContain(SECRET)
  await press(login.show)()
  expect(words()).toContain(SECRET)
  await press(login.hide)()
  expect(document.body.innerHTML).not.toContain(SECRET)
})

test('the game dialog shows the server’s reason for a refusal, such as a break from play (R394, R575)', async () => {
  const { code, web, ...rest } = slot('pg')
  const ends = createEmptyActor() as never
  const app = await start(model, { code, web, isActive: true, wallet: ends, toasts: ends, pending: null })
  await app.fail('credentials', onBreak)
  render(withLinks(<GameDialog actor={app.actor} wallet={wallet} slot={{ code, web, ...rest }} onClose={() => {}} />))
  expect(words()).toContain(plain(onBreak.message))
  expect(words()).not.toContain(plain(game.unreadable))
  expect(names()).not.toContain(th.action.retry)
})

test('the whole main wallet can be moved into the game unless the wallet is empty (R120, D-28)', async () => {
  await ready()
  await put(0)
  const button = screen.getByRole('button', { name: game.fill })
  expect(button.matches(':disabled')).toBe(true)
  await put(1)
  expect(button.matches(':enabled')).toBe(true)
})

test('a game with money starts with that money alone, and a second button names what it moves in first (R659)', async () => {
  const { actor } = await ready()
  const moved: unknown[] = []
  const send = actor.send
  actor.send = (event) => {
    if (event.type === 'game.play') moved.push(event.moves)
    send(event)
  }
  await put(0)
  expect(names().at(-1)).toBe(game.play)
  await put(150_050)
  expect(names().slice(-2)).toEqual([game.playWithout, plain(playWith)])
  await press(game.playWithout)()
  expect(moved).toEqual([0])
})

test('a game without money has no button that starts it with its own money only (R659)', async () => {
  await ready({ amount: satang(0) })
  await put(150_050)
  expect(names().at(-1)).toBe(plain(playWith))
})

test.each([
  [10, '10.00'],
  [0.5, '0.50'],
])('at %s credits per baht, the game dialog says that one baht is %s credits (R661)', async (ftWalletSlot, credit) => {
  await ready({ ftWalletSlot })
  const told = game.rate.replace('{{money}}', '1.00\u00A0บาท').replace('{{credit}}', credit)
  expect(words()).toContain(plain(told))
})

test.each([1, 0.001])(
  'at %s credits per baht, the game dialog does not explain the credits (R661)',
  async (ftWalletSlot) => {
    await ready({ ftWalletSlot })
    expect(words()).not.toContain(plain(game.rate.split('{{')[0] ?? ''))
  },
)

test('the game dialog offers apps instead of a play button for a game that no browser can open (R119, D-27)', async () => {
  await put(0)
  const store = { android: 'https://play.google.com/x', ios: 'https://apps.apple.com/x' }
  await ready({ code: 'appgame', ...store })
  expect(names().slice(-2)).toEqual(['Android', 'iOS'])
  cleanup()
  await ready({ code: 'appgame', ...store }, true)
  expect(names().at(-1)).toBe(game.play)
})

test.each([
  ['Mozilla/5.0 (Linux; Android 15)', ['Android']],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', ['iOS']],
])(
  'the game dialog offers only the matching app for the user agent %s (R119, R162, D-27)',
  async (userAgent, wanted) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    await ready({ android: 'https://play.google.com/x', ios: 'https://apps.apple.com/x' })
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(wanted)
    expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer')
  },
)

it.each([
  'javascript:alert(1)',
  'http://play.google.com/x',
  'intent://scan/#Intent;scheme=zxing;end',
  'market://details?id=x',
])('the game dialog reports that the app at %s cannot be opened, and logs a warning (R119, R162)', async (android) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await ready({ android })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([support.phrase])
  expect(words()).toContain(plain(game.appClosed.replace('{{system}}', 'Android')))
  expect(warn.mock.calls.flat()).toContainEqual(expect.stringMatching(/app link not opened \(Android\)$/))
})

it('the game dialog mentions both apps in one sentence if neither can be opened (R119, R162)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await ready({ android: 'market://details?id=x', ios: 'itms://x' })
  expect(words()).toContain(plain(game.appClosed.replace('{{system}}', 'Android / iOS')))
})

it('the game dialog offers an app from any host if no hosts are configured (R162)', async () => {
  await ready({ android: 'https://apps.provider.example/x' })
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://apps.provider.example/x')
})

it('the game dialog offers an app only from an app store or from a host that the operator allows (R119, R162)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const settings = { gameHosts: ['apps.provider.example'] }
  const wallet = createActor(
    frozen(walletMachine, { 'wallet.get': fromPromise(async () => ({ ...reading, settings })) }),
    {
      input: { syncedAt: null },
    },
  ).start()
  wallet.send({ type: 'wallet.show' })
  await waitFor(wallet, (s) => s.context.overview !== null)
  const hrefs = () =>
    screen
      .queryAllByRole('link')
      .filter(({ textContent }) => textContent !== support.phrase)
      .map((link) => link.getAttribute('href'))
  await ready({ android: 'https://apps.provider.example/x', ios: 'https://apps.apple.com/x' }, false, wallet)
  expect(hrefs()).toEqual(['https://apps.provider.example/x', 'https://apps.apple.com/x'])
  expect(warn).not.toHaveBeenCalled()
  cleanup()
  await ready({ android: 'https://other.example/x' }, false, wallet)
  expect(hrefs()).toEqual([])
  expect(warn).toHaveBeenCalled()
})

it('the game dialog does not mention apps if the game has none (R162)', async () => {
  await ready({ android: null })
  expect(words()).not.toContain('Android')
})

test('the game dialog shows a link to the game if the browser blocked the tab (R121, D-27)', async () => {
  const app = await ready()
  await put(0)
  await press(game.play)()
  await act(() => app.answer('enter', { link: 'https://game.example/?ticket=1' }))
  const link = screen.getByRole('link', { name: game.enter })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://game.example/?ticket=1', '_blank'])
})

it('the game dialog does not blame the provider if the site does not allow the address of a game (R119, R396)', async () => {
  const app = await ready()
  await put(0)
  await press(game.play)()
  await act(() => app.fail('enter', refused(NOT_OPENED)))
  expect(words()).toContain(plain(game.notOpened))
})

it('the game dialog shows a loading state, and then that the game does not exist (R98)', () => {
  const { rerender } = render(withLinks(<NoGame unread={undefined} onClose={() => {}} />))
  expect(words()).toContain(plain(state.loading))
  rerender(withLinks(<NoGame unread={0} onClose={() => {}} />))
  expect(words()).toContain(plain(th.errorMsg.NO_GAME))
  expect(words()).not.toContain(plain(state.loading))
})

it('the game dialog does not report a game as unknown while some game accounts cannot be read (R98, R161)', () => {
  render(withLinks(<NoGame unread={1} onClose={() => {}} />))
  expect(words()).toContain(`${plain(th.home.unreadGame)} ${plain(th.home.unreadLead)}`)
  expect(words()).not.toContain(plain(th.errorMsg.NO_GAME))
})
