import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type ActorRefFrom, createActor, createEmptyActor, fromPromise } from 'xstate'
import type { Slot } from '#contract/wallet.ts'
import th from '#locales/th.json'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { GameDialog } from '#src/features/game/game-dialog.tsx'
import { NoGame } from '#src/features/game/no-game.tsx'
import { holdCredentials } from '#src/lib/game-secret.ts'
import { realAttempt } from './kit/attempts.ts'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { settle } from './kit/run.ts'
import { controls, key, nameOf, plain, press, type Sight, told, words } from './kit/screen.ts'
import { start } from './kit/start.ts'
import { overview, reading, slot } from './models/fixtures/wallet.ts'
import model from './models/game-account.model.ts'

const { action, failure: failed, game, login, money, state } = th
const { child, isUnknown, expectKept } = realAttempt()
const busy = { activate: game.activating, reset: game.resetting, fill: th.transfer.busy }
const note = game.playNote.replace('{{amount}}', '1,500.50')

const SECRET = 'word-of-the-game'
let balance = 0
const read = fromPromise(async () => ({ ...reading, overview: { ...overview, wallet: { amount: balance } } }))
const wallet = createActor(frozen(walletMachine, { 'wallet.get': read }), { input: { syncedAt: null } }).start()
/** So much is in the main wallet now. */
async function put(amount: number) {
  balance = amount
  await act(async () => {
    wallet.send({ type: 'wallet.read' })
    await settle()
  })
}

type Actor = ActorRefFrom<typeof gameAccountMachine>
type Seen = ReturnType<Actor['getSnapshot']>

/** The open account: its credentials once they are known, what can be done with it, and the foot. */
function account({ value, context: { known, link } }: Seen, ...foot: string[]): Sight {
  const off = value === 'ready' ? '' : ' (off)'
  const credentials = [`${game.copyUsername}${off}`, login.show, `${game.copyPassword}${off}`]
  const deeds = [game.fill + (balance > 0 ? off : ' (off)'), `${game.reset}${off}`]
  return {
    controls: [action.close, ...(known ? [...credentials, ...deeds] : []), ...(link ? [game.enter] : []), ...foot],
    sees: [game.credit, ...(known ? [known.username] : [state.loading]), ...(link ? [game.blocked] : [])],
  }
}
const closed = (foot: string): Sight => ({ controls: [action.close, foot], sees: [game.inactive, game.inactiveLead] })
const withPlay = (sight: Sight): Sight => ({ ...sight, sees: [...(sight.sees ?? []), ...(balance > 0 ? [note] : [])] })

drive(model, {
  view: (actor) => <GameDialog actor={actor} wallet={wallet} slot={slot('pg')} onClose={() => {}} />,
  act: {
    'game.activate': { ways: [press(game.activate)] },
    'game.reset': { ways: [press(game.reset)] },
    'game.confirm': { ways: [press(game.resetDo)] },
    'game.leave': { ways: [press(action.back), key('Escape')] },
    'game.fill': { ways: [() => put(150_050).then(press(game.fill))] },
    'game.retry': { ways: [press(action.retry)] },
    'game.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'game.copy': {
      ways: [({ what }) => press(what === 'username' ? game.copyUsername : game.copyPassword)()],
    },
    'game.play': { ways: [({ balance }) => put(balance).then(press(game.play))] },
    'copy.ended': 'outside',
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  check: (actor) => {
    const { value, context } = actor.getSnapshot()
    if (value === 'attempting') expectKept(context.pending)
  },
  texts: [
    game.credit,
    'player1',
    state.loading,
    note,
    game.inactive,
    game.inactiveLead,
    game.blocked,
    th.transfer.done,
    '฿1,500.50',
    game.resetTitle,
    game.resetBody,
    game.unreadable,
    failed.title,
    failed.noConnection,
    th.errorMsg.MONEY_NOT_ENOUGH,
    th.errorMsg.SLOT_ALREADY_ACTIVE,
    th.errorMsg.GAME_ACTIVATION_FAIL,
  ],
  look: {
    inactive: () => closed(game.activate),
    attempting: (seen) => {
      const { isActive, pending } = seen.context
      const foot = isUnknown(seen.children.attempt)
        ? action.checkAgain
        : `${busy[pending?.input.deed ?? 'fill']} (busy)`
      const unsure = pending?.input.deed === 'fill' ? money.unknown : game.unsure
      const alerts = isUnknown(seen.children.attempt) ? [unsure] : []
      return { ...(isActive ? account(seen, foot) : closed(foot)), alerts }
    },
    filled: () => ({ controls: [action.gotIt], sees: [th.transfer.done, '฿1,500.50'] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    reading: (seen) => withPlay(account(seen, `${game.play} (off)`)),
    unreadable: ({ context: { failure } }) =>
      withPlay({
        controls: [action.close, action.retry, `${game.play} (off)`],
        sees: [game.credit, game.unreadable, ...told(failure)],
      }),
    ready: (seen) => withPlay(account(seen, game.play)),
    confirming: () => ({ controls: [action.back, game.resetDo], sees: [game.resetTitle, game.resetBody] }),
    entering: (seen) => withPlay(account(seen, `${game.playing} (busy)`)),
  },
})

async function ready(more: Partial<Slot> = {}, hasForm = false) {
  const { code, web, ...rest } = slot('pg', more)
  const ends = createEmptyActor() as never
  const it = await start(model, { code, web, isActive: true, wallet: ends, toasts: ends, pending: null })
  holdCredentials(code, { username: 'player1', password: SECRET })
  await it.answer('credentials', { username: 'player1', hasForm })
  render(<GameDialog actor={it.actor} wallet={wallet} slot={{ code, web, ...rest }} onClose={() => {}} />)
  return it
}
const names = () => controls().map(nameOf)

test('R117 the password shows on request only, and goes away again', async () => {
  await ready()
  expect(document.body.innerHTML).not.toContain(SECRET)
  await press(login.show)()
  expect(words()).toContain(SECRET)
  await press(login.hide)()
  expect(document.body.innerHTML).not.toContain(SECRET)
})

test('R120 D-28 all can be moved into the game only while there is something in the main wallet', async () => {
  await ready()
  await put(0)
  const button = screen.getByRole('button', { name: game.fill })
  expect([button.matches(':disabled'), words().includes(note)]).toEqual([true, false])
  await put(1)
  expect(button.matches(':enabled')).toBe(true)
})

test('R119 D-27 a game that opens nowhere in a browser has no way to play, and its apps', async () => {
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
])('R119 R162 D-27 on %s only its own app is offered', async (userAgent, wanted) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await ready({ android: 'https://play.google.com/x', ios: 'https://apps.apple.com/x' })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(wanted)
  expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer')
})

test.each(['javascript:alert(1)', 'http://play.google.com/x', 'https://evil.example/x', null])(
  'R119 R162 an app at %s is not offered',
  async (android) => {
    await ready({ android })
    expect(screen.queryByRole('link')).toBeNull()
    expect(words()).not.toContain('Android')
  },
)

test('R121 D-27 a game whose tab was not opened is entered by a link of its own', async () => {
  const it = await ready()
  await put(0)
  await press(game.play)()
  await act(() => it.answer('enter', { link: 'https://game.example/?ticket=1' }))
  const link = screen.getByRole('link', { name: game.enter })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://game.example/?ticket=1', '_blank'])
})

test('R98 a game that is not known yet, and one that there is none of, are told apart', () => {
  const { rerender } = render(<NoGame isLoading onClose={() => {}} />)
  expect(words()).toContain(plain(state.loading))
  rerender(<NoGame isLoading={false} onClose={() => {}} />)
  expect(words()).toContain(plain(th.errorMsg.NO_GAME))
  expect(words()).not.toContain(plain(state.loading))
})
