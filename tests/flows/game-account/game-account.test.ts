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
  const app = await start(gameAccount, input, { actions: ['copy', 'openTab', 'closeTab'] })
  return { ...app, wallet: wallet.heard, toasts: toasts.heard }
}
async function ready() {
  const app = await open()
  await app.answer('credentials', KNOWN)
  return app
}

describe('opening a game account', () => {
  test('loads no credentials before the account is open (R98, R210)', async () => {
    const app = await open({ isActive: false })
    expect([app.now().value, app.fakes.calls]).toEqual(['inactive', []])
  })

  test('loads the credentials and reloads the wallet (R116, R210, R211, R328)', async () => {
    const app = await open({ isActive: false })
    await app.send({ type: 'game.activate' })
    expect(app.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { deed: 'activate', code: 'pg' } },
    ])
    await app.answer('attempt', done({}))
    expect(app.asked('credentials')).toEqual([{ code: 'pg' }])
    expect(app.now().context).toMatchObject({ isActive: true, pending: null })
    expect(app.wallet).toEqual([read])
    await app.answer('credentials', KNOWN)
    expect([app.now().value, app.now().context.known]).toEqual(['ready', KNOWN])
  })

  test('succeeds if the account is already open on the server (R210)', async () => {
    const app = await open({ isActive: false })
    await app.send({ type: 'game.activate' })
    await app.answer('attempt', refusal('SLOT_ALREADY_ACTIVE'))
    expect([app.now().value, app.now().context.isActive, app.now().context.failure]).toEqual(['reading', true, null])
    expect(app.wallet).toEqual([read])
  })

  test.each(['NO_GAME', 'SLOT_ACTIVATE_FAIL', 'GAME_ACTIVATION_FAIL'])(
    'keeps the account closed after the refusal %s, and retries with a new idempotency key (R210, R328)',
    async (code) => {
      const app = await open({ isActive: false })
      await app.send({ type: 'game.activate' })
      await app.answer('attempt', refusal(code))
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', code])
      await app.send({ type: 'game.gotIt' })
      expect([app.now().value, app.now().context.isActive]).toEqual(['inactive', false])
      await app.send({ type: 'game.activate' })
      expect(new Set(app.asked('attempt').map(keyOf)).size).toBe(2)
    },
  )
})

describe('a game account’s credentials', () => {
  test('are loaded when the dialog opens (R117, R329)', async () => {
    const app = await open()
    expect(app.fakes.calls).toEqual([{ id: 'credentials', input: { code: 'pg' } }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('are replaced by an error if they fail to load, and can be reloaded (R329)', async () => {
    const app = await open()
    await app.fail('credentials', noAnswer)
    expect([app.now().value, app.now().context.failure]).toEqual(['unreadable', noAnswer])
    await app.send({ type: 'game.retry' })
    await app.answer('credentials', KNOWN)
    expect(app.now().value).toBe('ready')
  })

  test.each(['PLAY_BREAK', 'LOSS_LIMIT', 'TIME_LIMIT'])(
    'are not loaded again after %s, because another try would not help (R394, R575)',
    async (code) => {
      const app = await open()
      await app.fail('credentials', refused(code))
      expect([app.now().value, app.now().context.failure]).toEqual(['barred', refused(code)])
      expect(app.now().can({ type: 'game.retry' })).toBe(false)
    },
  )

  test('can be reloaded after a refusal that may pass, such as too many requests (R329)', async () => {
    const app = await open()
    await app.fail('credentials', refused('REQUEST_LIMIT'))
    expect(app.now().value).toBe('unreadable')
    expect(app.now().can({ type: 'game.retry' })).toBe(true)
  })

  test.each([
    ['username', true, { type: 'toast.show', tone: 'good', text: 'copy.done' }],
    ['password', false, { type: 'toast.show', tone: 'bad', text: 'copy.failed' }],
  ] as const)('can be copied (%s), and a toast reports the outcome (R117, R399, R400)', async (what, isDone, toast) => {
    const app = await ready()
    await app.send({ type: 'game.copy', what })
    expect([app.done, app.toasts]).toEqual([['copy'], []])
    await app.send({ type: 'copy.ended', isDone })
    expect(app.toasts).toEqual([toast])
  })

  test('require a confirmation before the password is reset (R118)', async () => {
    const app = await ready()
    await app.send({ type: 'game.reset' })
    expect([app.now().value, app.asked('attempt')]).toEqual(['confirming', []])
    await app.send({ type: 'game.leave' })
    expect([app.now().value, app.asked('attempt')]).toEqual(['ready', []])
  })

  test('are reloaded after the password has been reset (R118, R212, R330)', async () => {
    const app = await ready()
    await app.send({ type: 'game.reset' }, { type: 'game.confirm' })
    expect(inputOf(app.asked('attempt')[0])).toEqual({ deed: 'reset', code: 'pg' })
    await app.answer('attempt', done({}))
    expect([app.now().value, app.asked('credentials').length]).toEqual(['reading', 2])
    await app.answer('credentials', { ...KNOWN, username: 'player2' })
    expect(app.now().context.known?.username).toBe('player2')
  })

  test('are reloaded without a success message if the player acknowledges a reset that got no reply', async () => {
    const app = await ready()
    await app.send({ type: 'game.reset' }, { type: 'game.confirm' })
    await app.answer('attempt', seen)
    expect([app.now().value, app.asked('credentials').length, app.toasts]).toEqual(['reading', 2, []])
  })

  test('stay unchanged if a reset is refused, and the refusal is reported (R330)', async () => {
    const app = await ready()
    await app.send({ type: 'game.reset' }, { type: 'game.confirm' })
    await app.answer('attempt', refusal('SLOT_RESET_PASSWORD_FAIL'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'SLOT_RESET_PASSWORD_FAIL'])
    await app.send({ type: 'game.gotIt' })
    expect([app.now().value, app.now().context.known, app.asked('credentials').length]).toEqual(['ready', KNOWN, 1])
  })
})

describe('a request for a game account', () => {
  test.each([
    ['activate', false, 'activating'],
    ['reset', true, 'resetting'],
    ['fill', true, { filling: 'only' }],
  ] as const)(
    'that was confirmed before a reload (%s) is resent immediately, with its idempotency key',
    async (deed, isActive, state) => {
      const app = await open({ isActive, pending: pending(deed) })
      expect([app.now().value, app.asked('credentials')]).toEqual([state, []])
      expect(app.asked('attempt')).toMatchObject([pending(deed)])
      await app.answer('attempt', done({}))
      expect([app.now().context.pending, app.done]).toEqual([null, []])
      expect(app.now().value).toBe(deed === 'fill' ? 'filled' : 'reading')
    },
  )

  test.each([
    ['done', done({}), 'filled'],
    ['refused', refusal('MONEY_NOT_ENOUGH'), 'refused'],
  ] as const)(
    'that was confirmed before a reload and has the outcome %s loads the credentials once the player dismisses that outcome (R210)',
    async (_, answer, state) => {
      const app = await open({ isActive: true, pending: pending('fill') })
      await app.answer('attempt', answer)
      expect([app.now().value, app.asked('credentials')]).toEqual([state, []])
      await app.send({ type: 'game.gotIt' })
      expect([app.now().value, app.asked('credentials')]).toEqual(['reading', [{ code: 'pg' }]])
    },
  )

  test.each([
    [{ amount: 12_345 }, 12_345],
    [{}, null],
  ])('that gets the reply %o stores %j as the moved amount, in satang (R121)', async (reply, moved) => {
    const app = await open({ pending: pending('fill') })
    await app.answer('attempt', done(reply))
    expect(app.now().context.moved).toBe(moved)
  })

  test('is sent once despite a double press, and stays pending until the reply arrives', async () => {
    const app = await open({ isActive: false })
    await app.send({ type: 'game.activate' }, { type: 'game.activate' }, { type: 'game.retry' }, { type: 'game.gotIt' })
    expect([app.asked('attempt').length, app.now().value]).toEqual([1, 'activating'])
  })

  test('that gets no reply stays pending, reloads the wallet and is not reported as failed', async () => {
    const app = await ready()
    await app.send({ type: 'game.fill' })
    const before = app.now().context.pending
    await app.send({ type: 'attempt.unknown' })
    expect([app.now().value, app.now().context.failure, app.wallet]).toEqual([{ filling: 'only' }, null, [read]])
    expect(app.now().context.pending).toEqual(before)
    await app.pass(600_000)
    expect(app.asked('attempt')).toHaveLength(1)
  })

  test.each([
    ['activate', false],
    ['reset', true],
  ] as const)('reloads the wallet if it gets no reply: %s', async (deed, isActive) => {
    const app = await open({ isActive, pending: pending(deed) })
    await app.send({ type: 'attempt.unknown' })
    expect(app.wallet).toEqual([read])
  })

  test('that is refused reloads the wallet, and a retry uses a new idempotency key', async () => {
    const app = await ready()
    await app.send({ type: 'game.fill' })
    await app.answer('attempt', refusal('MONEY_NOT_ENOUGH'))
    expect([app.now().value, app.wallet]).toEqual(['refused', [read]])
    await app.send({ type: 'game.gotIt' }, { type: 'game.fill' })
    expect(new Set(app.asked('attempt').map(keyOf)).size).toBe(2)
  })
})

test('the machine context stores the username of a game account but never the password (R163)', async () => {
  const app = await ready()
  expect(Object.keys(app.now().context.known ?? {})).toEqual(['username', 'hasForm'])
  await app.send({ type: 'game.play', moves: satang(0) })
  await app.fail('enter', refused('NO_DATA'))
  expect(JSON.stringify(app.now().context)).not.toMatch(/"password"|"pass"/)
})
