import { describe, expect, test } from 'vitest'
import { type Satang, satang } from '#contract/money.ts'
import { done, refusal } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import gameAccount from './game-account.model.ts'

const LINK = 'https://game.example/?ticket=1'
const play = (balance = satang(150_050)) => ({ type: 'game.play' as const, balance })

async function ready() {
  const wallet = listener()
  const ends = { wallet: wallet.ref as never, toasts: listener().ref as never }
  const input = { ...ends, code: 'pg', web: 'https://game.example', isActive: true, pending: null }
  const it = await start(gameAccount, input, { actions: ['openTab', 'closeTab'] })
  await it.answer('credentials', { username: 'player1', hasForm: false })
  return { ...it, wallet: wallet.heard }
}
async function playing(balance?: Satang) {
  const it = await ready()
  await it.send(play(balance))
  return it
}

describe('playing', () => {
  test('opens the tab during the press, and first moves the whole main wallet into the game (R119, R333)', async () => {
    const it = await ready()
    it.actor.send(play())
    expect(it.done).toEqual(['openTab'])
    expect(it.asked('attempt')).toMatchObject([{ input: { deed: 'fill', code: 'pg' } }])
    expect(it.asked('enter')).toEqual([])
  })

  test('then opens the game (R119, R333)', async () => {
    const it = await playing()
    await it.answer('attempt', done({}))
    expect(it.asked('enter')).toEqual([{ code: 'pg', web: 'https://game.example' }])
    expect([it.now().value, it.now().hasTag('busy'), it.wallet]).toEqual(['entering', true, [{ type: 'wallet.read' }]])
    await it.answer('enter', { link: null })
    expect([it.now().value, it.now().context.link, it.done]).toEqual(['ready', null, ['openTab']])
  })

  test('opens it at once if the main wallet is empty (R119, D-28)', async () => {
    const it = await playing(satang(0))
    expect([it.now().value, it.done, it.asked('attempt')]).toEqual(['entering', ['openTab'], []])
  })

  test('a blocked tab: shows a link until the next try (R121, D-27)', async () => {
    const it = await playing(satang(0))
    await it.answer('enter', { link: LINK })
    expect([it.now().value, it.now().context.link]).toEqual(['ready', LINK])
    await it.send(play(satang(0)))
    expect(it.now().context.link).toBeNull()
    await it.answer('enter', { link: null })
    expect(it.now().context.link).toBeNull()
  })

  test.each([refused('NOT_AREASLOT'), refused('NOT_UFABET'), noAnswer])(
    'no address ($code): closes the tab and reports it (R119)',
    async (failure) => {
      const it = await playing(satang(0))
      await it.fail('enter', failure)
      expect([it.now().value, it.now().context.failure]).toEqual(['refused', failure])
      expect(it.done).toEqual(['openTab', 'closeTab'])
      await it.send({ type: 'game.gotIt' })
      expect(it.now().value).toBe('ready')
    },
  )

  test('refused: closes the tab, and does not open the game (R333)', async () => {
    const it = await playing()
    await it.answer('attempt', refusal('TRANSFER_FAIL'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'TRANSFER_FAIL'])
    expect([it.done, it.asked('enter')]).toEqual([['openTab', 'closeTab'], []])
  })

  test('"open already" is no answer to a transfer: closes the tab and reports it (R333)', async () => {
    const it = await playing()
    await it.answer('attempt', refusal('SLOT_ALREADY_ACTIVE'))
    expect([it.now().value, it.done]).toEqual(['refused', ['openTab', 'closeTab']])
  })

  test('after a refusal the player can move the money alone (R333)', async () => {
    const it = await playing()
    await it.answer('attempt', refusal('TRANSFER_FAIL'))
    await it.send({ type: 'game.gotIt' }, { type: 'game.fill' })
    await it.answer('attempt', done({}))
    expect([it.now().value, it.asked('enter')]).toEqual(['filled', []])
  })

  test('without an answer the tab closes, and the game is not opened once the money has moved', async () => {
    const it = await playing()
    await it.send({ type: 'attempt.unknown' })
    expect([it.done, it.now().value]).toEqual([['openTab', 'closeTab'], { filling: 'only' }])
    await it.answer('attempt', done({}))
    expect([it.now().value, it.asked('enter')]).toEqual(['filled', []])
  })

  test('a double press moves the money once and opens one tab', async () => {
    const it = await ready()
    await it.send(play(), play(), { type: 'game.fill' })
    expect([it.asked('attempt').length, it.done]).toEqual([1, ['openTab']])
    await it.answer('attempt', done({}))
    await it.send(play(satang(0)))
    expect([it.asked('enter').length, it.done]).toEqual([1, ['openTab']])
  })
})

describe('moving money without playing', () => {
  test('opens no tab, and reports success (R120, R333, D-28)', async () => {
    const it = await ready()
    await it.send({ type: 'game.fill' })
    await it.answer('attempt', done({}))
    expect([it.now().value, it.done, it.asked('enter')]).toEqual(['filled', [], []])
    await it.send({ type: 'game.gotIt' })
    expect([it.now().value, it.asked('credentials').length]).toEqual(['ready', 1])
  })

  test('an action after playing does not play again (R120)', async () => {
    const it = await playing(satang(0))
    await it.answer('enter', { link: null })
    await it.send({ type: 'game.fill' })
    await it.answer('attempt', done({}))
    expect(it.now().value).toBe('filled')
  })
})
