import { describe, expect, test } from 'vitest'
import type { InputFrom } from 'xstate'
import type { GameDeed } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import { done, pendingOf, refusal, seen } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import gameAccount from './game-account.model.ts'

const KNOWN = { username: 'player1', hasForm: false }
const pending = (deed: GameDeed['deed']) => pendingOf<GameDeed>({ deed, code: 'pg' })
const keyOf = (attempt: unknown) => (attempt as { key: string }).key
const inputOf = (attempt: unknown) => (attempt as { input: GameDeed }).input
const read = { type: 'wallet.read' }

async function open(more: Partial<InputFrom<typeof gameAccountMachine>> = {}) {
  const [wallet, toasts] = [listener(), listener()]
  const ends = { wallet: wallet.ref as never, toasts: toasts.ref as never }
  const input = { ...ends, code: 'pg', web: null, isActive: true, pending: null, ...more }
  const it = await start(gameAccount, input, { actions: ['copy', 'openTab', 'closeTab'] })
  return { ...it, wallet: wallet.heard, toasts: toasts.heard }
}
async function ready() {
  const it = await open()
  await it.answer('credentials', KNOWN)
  return it
}

describe('opening the account', () => {
  test('does not load an account that is not open (R98, R210)', async () => {
    const it = await open({ isActive: false })
    expect([it.now().value, it.fakes.calls]).toEqual(['inactive', []])
  })

  test('once opened, loads the credentials and re-reads the wallet (R116, R210, R211, R328)', async () => {
    const it = await open({ isActive: false })
    await it.send({ type: 'game.activate' })
    expect(it.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { deed: 'activate', code: 'pg' } },
    ])
    await it.answer('attempt', done({}))
    expect(it.asked('credentials')).toEqual([{ code: 'pg' }])
    expect(it.now().context).toMatchObject({ isActive: true, pending: null })
    expect(it.wallet).toEqual([read])
    await it.answer('credentials', KNOWN)
    expect([it.now().value, it.now().context.known]).toEqual(['ready', KNOWN])
  })

  test('an account opened elsewhere counts as opened (R210)', async () => {
    const it = await open({ isActive: false })
    await it.send({ type: 'game.activate' })
    await it.answer('attempt', refusal('SLOT_ALREADY_ACTIVE'))
    expect([it.now().value, it.now().context.isActive, it.now().context.failure]).toEqual(['reading', true, null])
    expect(it.wallet).toEqual([read])
  })

  test.each(['NO_GAME', 'SLOT_ACTIVATE_FAIL', 'GAME_ACTIVATION_FAIL'])(
    'reports the refusal %s; it stays closed, and the next try has its own key (R210, R328)',
    async (code) => {
      const it = await open({ isActive: false })
      await it.send({ type: 'game.activate' })
      await it.answer('attempt', refusal(code))
      expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', code])
      await it.send({ type: 'game.gotIt' })
      expect([it.now().value, it.now().context.isActive]).toEqual(['inactive', false])
      await it.send({ type: 'game.activate' })
      expect(new Set(it.asked('attempt').map(keyOf)).size).toBe(2)
    },
  )
})

describe('the credentials', () => {
  test('are loaded when the dialog opens (R117, R329)', async () => {
    const it = await open()
    expect(it.fakes.calls).toEqual([{ id: 'credentials', input: { code: 'pg' } }])
    expect(it.now().hasTag('busy')).toBe(true)
  })

  test('reports a failed load, and the player can retry (R329)', async () => {
    const it = await open()
    await it.fail('credentials', noAnswer)
    expect([it.now().value, it.now().context.failure]).toEqual(['unreadable', noAnswer])
    await it.send({ type: 'game.retry' })
    await it.answer('credentials', KNOWN)
    expect(it.now().value).toBe('ready')
  })

  test.each([
    ['username', true, { type: 'toast.show', tone: 'good', text: 'copy.done' }],
    ['password', false, { type: 'toast.show', tone: 'bad', text: 'copy.failed' }],
  ] as const)('copies the %s, and reports the outcome (R117, R399, R400)', async (what, isDone, toast) => {
    const it = await ready()
    await it.send({ type: 'game.copy', what })
    expect([it.done, it.toasts]).toEqual([['copy'], []])
    await it.send({ type: 'copy.ended', isDone })
    expect(it.toasts).toEqual([toast])
  })

  test('asks before resetting the password (R118)', async () => {
    const it = await ready()
    await it.send({ type: 'game.reset' })
    expect([it.now().value, it.asked('attempt')]).toEqual(['confirming', []])
    await it.send({ type: 'game.leave' })
    expect([it.now().value, it.asked('attempt')]).toEqual(['ready', []])
  })

  test('sets the confirmed password, and loads the credentials again (R118, R212, R330)', async () => {
    const it = await ready()
    await it.send({ type: 'game.reset' }, { type: 'game.confirm' })
    expect(inputOf(it.asked('attempt')[0])).toEqual({ deed: 'reset', code: 'pg' })
    await it.answer('attempt', done({}))
    expect([it.now().value, it.asked('credentials').length]).toEqual(['reading', 2])
    await it.answer('credentials', { ...KNOWN, username: 'player2' })
    expect(it.now().context.known?.username).toBe('player2')
  })

  test('reloads the credentials without reporting success if the player has only seen the outcome', async () => {
    const it = await ready()
    await it.send({ type: 'game.reset' }, { type: 'game.confirm' })
    await it.answer('attempt', seen)
    expect([it.now().value, it.asked('credentials').length, it.toasts]).toEqual(['reading', 2, []])
  })

  test('reports a refusal, and keeps the old ones (R330)', async () => {
    const it = await ready()
    await it.send({ type: 'game.reset' }, { type: 'game.confirm' })
    await it.answer('attempt', refusal('SLOT_RESET_PASSWORD_FAIL'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'SLOT_RESET_PASSWORD_FAIL'])
    await it.send({ type: 'game.gotIt' })
    expect([it.now().value, it.now().context.known, it.asked('credentials').length]).toEqual(['ready', KNOWN, 1])
  })
})

describe('exactly once', () => {
  test.each([
    ['activate', false, 'activating'],
    ['reset', true, 'resetting'],
    ['fill', true, { filling: 'only' }],
  ] as const)('%s that was confirmed before is resent at once, with its key', async (deed, isActive, state) => {
    const it = await open({ isActive, pending: pending(deed) })
    expect([it.now().value, it.asked('credentials')]).toEqual([state, []])
    expect(it.asked('attempt')).toMatchObject([pending(deed)])
    await it.answer('attempt', done({}))
    expect([it.now().context.pending, it.done]).toEqual([null, []])
    expect(it.now().value).toBe(deed === 'fill' ? 'filled' : 'reading')
  })

  test.each([
    ['done', done({}), 'filled'],
    ['refused', refusal('MONEY_NOT_ENOUGH'), 'refused'],
  ] as const)(
    'a request from before a reload is %s; then the account is loaded, which had not happened yet (R210)',
    async (_, answer, state) => {
      const it = await open({ isActive: true, pending: pending('fill') })
      await it.answer('attempt', answer)
      expect([it.now().value, it.asked('credentials')]).toEqual([state, []])
      await it.send({ type: 'game.gotIt' })
      expect([it.now().value, it.asked('credentials')]).toEqual(['reading', [{ code: 'pg' }]])
    },
  )

  test.each([
    [{ amount: 12_345 }, 12_345],
    [{}, null],
  ])('the reply %o moved %j satang into the game (R121)', async (reply, moved) => {
    const it = await open({ pending: pending('fill') })
    await it.answer('attempt', done(reply))
    expect(it.now().context.moved).toBe(moved)
  })

  test('one press starts one attempt, which only its own answer ends', async () => {
    const it = await open({ isActive: false })
    await it.send({ type: 'game.activate' }, { type: 'game.activate' }, { type: 'game.retry' }, { type: 'game.gotIt' })
    expect([it.asked('attempt').length, it.now().value]).toEqual([1, 'activating'])
  })

  test('without an answer reports no failure, re-reads the wallet, and keeps the request', async () => {
    const it = await ready()
    await it.send({ type: 'game.fill' })
    const before = it.now().context.pending
    await it.send({ type: 'attempt.unknown' })
    expect([it.now().value, it.now().context.failure, it.wallet]).toEqual([{ filling: 'only' }, null, [read]])
    expect(it.now().context.pending).toEqual(before)
    await it.pass(600_000)
    expect(it.asked('attempt')).toHaveLength(1)
  })

  test.each([
    ['activate', false],
    ['reset', true],
  ] as const)('re-reads the wallet when no answer comes: %s', async (deed, isActive) => {
    const it = await open({ isActive, pending: pending(deed) })
    await it.send({ type: 'attempt.unknown' })
    expect(it.wallet).toEqual([read])
  })

  test('after a refusal re-reads the wallet, and the next try has its own key', async () => {
    const it = await ready()
    await it.send({ type: 'game.fill' })
    await it.answer('attempt', refusal('MONEY_NOT_ENOUGH'))
    expect([it.now().value, it.wallet]).toEqual(['refused', [read]])
    await it.send({ type: 'game.gotIt' }, { type: 'game.fill' })
    expect(new Set(it.asked('attempt').map(keyOf)).size).toBe(2)
  })
})

test('no context holds more of the credentials than may be shown (R163)', async () => {
  const it = await ready()
  expect(Object.keys(it.now().context.known ?? {})).toEqual(['username', 'hasForm'])
  await it.send({ type: 'game.play', balance: satang(0) })
  await it.fail('enter', refused('NO_DATA'))
  expect(JSON.stringify(it.now().context)).not.toMatch(/"password"|"pass"/)
})
