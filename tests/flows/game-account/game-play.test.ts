import { describe, expect, test } from 'vitest'
import { type Satang, satang } from '#contract/money.ts'
import { done, refusal } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import gameAccount from './game-account.model.ts'

const LINK = 'https://game.example/?ticket=1'
const play = (moves = satang(150_050)) => ({ type: 'game.play' as const, moves })

async function ready() {
  const wallet = listener()
  const ends = { wallet: wallet.ref as never, toasts: listener().ref as never }
  const input = { ...ends, code: 'pg', web: 'https://game.example', isActive: true, pending: null }
  const app = await start(gameAccount, input, { actions: ['openTab', 'closeTab'] })
  await app.answer('credentials', { username: 'player1', hasForm: false })
  return { ...app, wallet: wallet.heard }
}
async function playing(balance?: Satang) {
  const app = await ready()
  await app.send(play(balance))
  return app
}

describe('playing a game', () => {
  test('opens a tab immediately, and moves the whole main wallet into the game before opening the game (R119, R333)', async () => {
    const app = await ready()
    app.actor.send(play())
    expect(app.done).toEqual(['openTab'])
    expect(app.asked('attempt')).toMatchObject([{ input: { deed: 'fill', code: 'pg' } }])
    expect(app.asked('enter')).toEqual([])
  })

  test('opens the game after the transfer (R119, R333)', async () => {
    const app = await playing()
    await app.answer('attempt', done({}))
    expect(app.asked('enter')).toEqual([{ code: 'pg', web: 'https://game.example' }])
    expect([app.now().value, app.now().hasTag('busy'), app.wallet]).toEqual([
      'entering',
      true,
      [{ type: 'wallet.read' }],
    ])
    await app.answer('enter', { link: null })
    expect([app.now().value, app.now().context.link, app.done]).toEqual(['ready', null, ['openTab']])
  })

  test('opens the game immediately if the main wallet is empty (R119, D-28)', async () => {
    const app = await playing(satang(0))
    expect([app.now().value, app.done, app.asked('attempt')]).toEqual(['entering', ['openTab'], []])
  })

  test('shows a link until the next try if the tab is blocked (R121, D-27)', async () => {
    const app = await playing(satang(0))
    await app.answer('enter', { link: LINK })
    expect([app.now().value, app.now().context.link]).toEqual(['ready', LINK])
    await app.send(play(satang(0)))
    expect(app.now().context.link).toBeNull()
    await app.answer('enter', { link: null })
    expect(app.now().context.link).toBeNull()
  })

  test.each([refused('NOT_AREASLOT'), refused('NOT_UFABET'), noAnswer])(
    'closes the tab and reports the reason if the game returns no address: $code (R119)',
    async (failure) => {
      const app = await playing(satang(0))
      await app.fail('enter', failure)
      expect([app.now().value, app.now().context.failure]).toEqual(['refused', failure])
      expect(app.done).toEqual(['openTab', 'closeTab'])
      await app.send({ type: 'game.gotIt' })
      expect(app.now().value).toBe('ready')
    },
  )

  test('closes the tab and does not open the game if the transfer is refused (R333)', async () => {
    const app = await playing()
    await app.answer('attempt', refusal('TRANSFER_FAIL'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'TRANSFER_FAIL'])
    expect([app.done, app.asked('enter')]).toEqual([['openTab', 'closeTab'], []])
  })

  test('treats the code SLOT_ALREADY_ACTIVE as a refused transfer, and closes the tab (R333)', async () => {
    const app = await playing()
    await app.answer('attempt', refusal('SLOT_ALREADY_ACTIVE'))
    expect([app.now().value, app.done]).toEqual(['refused', ['openTab', 'closeTab']])
  })

  test('lets the player move the money without opening the game after a refused transfer (R333)', async () => {
    const app = await playing()
    await app.answer('attempt', refusal('TRANSFER_FAIL'))
    await app.send({ type: 'game.gotIt' }, { type: 'game.fill' })
    await app.answer('attempt', done({}))
    expect([app.now().value, app.asked('enter')]).toEqual(['filled', []])
  })

  test('closes the tab if the transfer gets no reply, and does not open the game even after the money has moved', async () => {
    const app = await playing()
    await app.send({ type: 'attempt.unknown' })
    expect([app.done, app.now().value]).toEqual([['openTab', 'closeTab'], { filling: 'only' }])
    await app.answer('attempt', done({}))
    expect([app.now().value, app.asked('enter')]).toEqual(['filled', []])
  })

  test('moves the money once and opens one tab after a double press', async () => {
    const app = await ready()
    await app.send(play(), play(), { type: 'game.fill' })
    expect([app.asked('attempt').length, app.done]).toEqual([1, ['openTab']])
    await app.answer('attempt', done({}))
    await app.send(play(satang(0)))
    expect([app.asked('enter').length, app.done]).toEqual([1, ['openTab']])
  })
})

describe('moving money without playing', () => {
  test('reports success without opening a tab (R120, R333, D-28)', async () => {
    const app = await ready()
    await app.send({ type: 'game.fill' })
    await app.answer('attempt', done({}))
    expect([app.now().value, app.done, app.asked('enter')]).toEqual(['filled', [], []])
    await app.send({ type: 'game.gotIt' })
    expect([app.now().value, app.asked('credentials').length]).toEqual(['ready', 1])
  })

  test('does not reopen a game that was played before (R120)', async () => {
    const app = await playing(satang(0))
    await app.answer('enter', { link: null })
    await app.send({ type: 'game.fill' })
    await app.answer('attempt', done({}))
    expect(app.now().value).toBe('filled')
  })
})
