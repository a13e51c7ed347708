import { describe, expect, test } from 'vitest'
import type { BonusReading } from '#machines/bonus.machine.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { NOON, nothingHeld, oneHeld } from '#tests/kit/samples/bonus.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import bonus from './bonus.model.ts'

const READ = 'read'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const gotIt = { type: 'bonus.gotIt' } as const

async function shown(reading: BonusReading = nothingHeld) {
  const app = await startOwner(bonus, { pending: null, pendingCode: null })
  await app.answer(READ, reading)
  return app
}
const open = (code = 'WELCOME') => ({ type: 'bonus.open', code }) as const
async function taking() {
  const app = await shown()
  await app.send(open(), { type: 'bonus.take' })
  return app
}
async function ending() {
  const app = await shown(oneHeld)
  await app.send({ type: 'bonus.end' }, { type: 'bonus.confirm' })
  return app
}

describe('the bonuses', () => {
  test('are loaded once, when the page opens (R133, R363, R365)', async () => {
    const app = await startOwner(bonus, { pending: null, pendingCode: null })
    expect([app.asked(READ).length, app.now().hasTag('busy')]).toEqual([1, true])
    await app.answer(READ, oneHeld)
    expect([app.now().value, app.now().context.reading]).toEqual(['shown', oneHeld])
    await app.pass(600_000)
    expect(app.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'stop loading after a failure (%o), and load again only when the player retries (R407)',
    async (failure) => {
      const app = await startOwner(bonus, { pending: null, pendingCode: null })
      await app.fail(READ, failure)
      expect([app.now().value, app.now().hasTag('busy')]).toEqual(['failed', false])
      await app.pass(600_000)
      await app.send({ type: 'bonus.retry' }, { type: 'bonus.retry' })
      expect(app.asked(READ)).toHaveLength(2)
      await app.answer(READ, nothingHeld)
      expect(app.now().value).toBe('shown')
    },
  )
})

test('a bonus can be opened even if an unreadable one precedes it in the list (R133)', async () => {
  const app = await shown({ ...nothingHeld, bonuses: [null, ...nothingHeld.bonuses] })
  await app.send(open())
  expect(app.now().value).toBe('details')
})

describe('at midnight in Bangkok', () => {
  const tick = (now: number) => ({ type: 'clock.tick', now }) as const
  const midnight = NOON + 12 * 3_600_000

  test('the bonuses are reloaded for the new day (R226, D-35)', async () => {
    const app = await shown()
    await app.send(tick(midnight - 1))
    expect([app.now().value, app.asked(READ).length]).toEqual(['shown', 1])
    await app.send(tick(midnight))
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
  })

  test('open details stay open, and the bonuses reload once the details are closed (R226)', async () => {
    const app = await shown()
    await app.send(open(), tick(midnight))
    expect(app.now().value).toBe('details')
    await app.send({ type: 'bonus.leave' }, tick(midnight + 1_000))
    expect(app.now().value).toBe('loading')
  })
})

describe('opening a bonus', () => {
  test.each([
    ['R224', 'WELCOME', nothingHeld, 'details'],
    ['R223', 'DAILY', nothingHeld, 'shown'],
    ['R231', 'WELCOME', oneHeld, 'details'],
    ['R133', 'ANOTHER', nothingHeld, 'shown'],
  ])('puts the page in the state "$3" for $1 ($0)', async (_, code, reading, state) => {
    const app = await shown(reading)
    await app.send(open(code))
    expect(app.now().value).toBe(state)
  })

  test('shows the details of the active bonus, but does not let the player claim it again (R231)', async () => {
    const app = await shown(oneHeld)
    await app.send(open(), { type: 'bonus.take' })
    expect([app.now().value, app.isOut()]).toEqual(['details', false])
    await app.send({ type: 'bonus.leave' })
    expect(app.now().value).toBe('shown')
  })
})

describe('claiming a bonus', () => {
  test('sends the bonus code with an idempotency key (R232, R364)', async () => {
    const app = await taking()
    expect(app.sent()).toEqual([{ key, input: { deed: 'take', code: 'WELCOME' } }])
  })

  test('reports success, then reloads the wallet and the bonuses (R411)', async () => {
    const app = await taking()
    await app.succeed()
    expect([app.now().value, app.now().context.message, app.reads()]).toEqual(['taken', '', 1])
    await app.send(gotIt)
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
    await app.answer(READ, oneHeld)
    expect(app.now().context.reading).toEqual(oneHeld)
  })

  test.each(['BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_CONDITION', 'BONUS_REMAINING', 'BONUS_FULL'])(
    'reports the refusal %s, re-reads the bonuses, and uses a new key for the next attempt (R411)',
    async (code) => {
      const app = await taking()
      await app.refuse(code)
      expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', code])
      await app.send(gotIt)
      await app.answer(READ, nothingHeld)
      await app.send(open(), { type: 'bonus.take' })
      expect(app.now().context.failure).toBeNull()
      expect(new Set(app.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
    },
  )

  test('keeps the previous bonuses visible while they reload, but none can be opened or ended (R230)', async () => {
    const app = await taking()
    await app.succeed()
    await app.send(gotIt, open(), { type: 'bonus.end' })
    expect([app.now().value, app.now().context.reading]).toEqual(['loading', nothingHeld])
    await app.fail(READ, noAnswer)
    expect([app.now().value, app.now().context.reading]).toEqual(['failed', null])
  })
})

describe('ending the active bonus', () => {
  test('is not possible if no bonus is active (R228)', async () => {
    const app = await shown()
    await app.send({ type: 'bonus.end' })
    expect(app.now().value).toBe('shown')
  })

  test('asks the player for confirmation, and sends nothing if the player keeps the bonus (R24, R229)', async () => {
    const app = await shown(oneHeld)
    await app.send({ type: 'bonus.end' })
    expect(app.now().value).toBe('confirming')
    await app.send({ type: 'bonus.keep' })
    expect([app.now().value, app.sent()]).toEqual(['shown', []])
  })

  test('sends one request without a bonus code, then reloads the wallet and the bonuses (R230, R367)', async () => {
    const app = await shown(oneHeld)
    await app.send(open(), { type: 'bonus.leave' }, { type: 'bonus.end' }, { type: 'bonus.confirm' })
    expect(app.sent()).toEqual([{ key, input: { deed: 'end', code: '' } }])
    await app.succeed()
    expect([app.now().value, app.reads()]).toEqual(['ended', 1])
    await app.send(gotIt)
    expect(app.asked(READ)).toHaveLength(2)
  })

  test("shows the server's message until the next claim (R230)", async () => {
    const app = await ending()
    await app.succeed({ message: 'BONUS_CLEAR' })
    expect(app.now().context.message).toBe('BONUS_CLEAR')
    await app.send(gotIt)
    await app.answer(READ, nothingHeld)
    await app.send(open(), { type: 'bonus.take' })
    await app.succeed()
    expect([app.now().value, app.now().context.message]).toEqual(['taken', ''])
  })

  test('reports a refusal (R414)', async () => {
    const app = await ending()
    await app.refuse('INTERNAL_SERVER_ERROR')
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'INTERNAL_SERVER_ERROR'])
  })
})

describe.each([
  ['claiming', taking],
  ['ending', ending],
] as const)('%s a bonus when no reply arrives', (state, begin) => {
  test('reloads the wallet without reporting a failure, and resends the request only when the player checks', async () => {
    const app = await begin()
    await app.lose()
    expect([app.now().value, app.now().context.failure, app.reads()]).toEqual([state, null, 1])
    await app.send({ type: 'bonus.take' }, { type: 'bonus.confirm' }, gotIt, { type: 'bonus.leave' })
    await app.pass(600_000)
    expect([app.now().value, app.isOut()]).toEqual([state, false])
    await app.check()
    const [first, ...more] = app.sent()
    expect(more).toEqual([first])
  })
})

test('the bonuses are re-read when a promotion is claimed, even while they are loading (R412)', async () => {
  const app = await startOwner(bonus, { pending: null, pendingCode: null })
  await app.send({ type: 'promotion.ended' })
  expect(app.asked(READ)).toHaveLength(2)
  await app.answer(READ, oneHeld)
  expect(app.now().context.reading).toEqual(oneHeld)
})

test.each(['take', 'end'] as const)(
  'a pending request from before a reload (%s) is resent immediately with its original key, and the bonuses are then re-read',
  async (deed) => {
    const pending = pendingOf({ deed, code: deed === 'take' ? 'WELCOME' : '' })
    const app = await startOwner(bonus, { pending, pendingCode: null })
    expect([app.now().value, app.sent(), app.fakes.calls]).toEqual([
      deed === 'take' ? 'claiming' : 'ending',
      [{ key: pending.key, input: pending.input }],
      [],
    ])
    await app.succeed()
    expect(app.now().value).toBe(deed === 'take' ? 'taken' : 'ended')
    await app.send({ type: 'bonus.gotIt' })
    expect([app.now().value, app.now().context.pending]).toEqual(['loading', null])
  },
)
