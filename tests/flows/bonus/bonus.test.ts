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
  const it = await startOwner(bonus, { pending: null, pendingCode: null })
  await it.answer(READ, reading)
  return it
}
const open = (code = 'WELCOME') => ({ type: 'bonus.open', code }) as const
async function taking() {
  const it = await shown()
  await it.send(open(), { type: 'bonus.take' })
  return it
}
async function ending() {
  const it = await shown(oneHeld)
  await it.send({ type: 'bonus.end' }, { type: 'bonus.confirm' })
  return it
}

describe('reading', () => {
  test('reads everything once, when the page opens (R133, R363, R365)', async () => {
    const it = await startOwner(bonus, { pending: null, pendingCode: null })
    expect([it.asked(READ).length, it.now().hasTag('busy')]).toEqual([1, true])
    await it.answer(READ, oneHeld)
    expect([it.now().value, it.now().context.reading]).toEqual(['shown', oneHeld])
    await it.pass(600_000)
    expect(it.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'a failure (%o) ends the loading; only the player retries (R407)',
    async (failure) => {
      const it = await startOwner(bonus, { pending: null, pendingCode: null })
      await it.fail(READ, failure)
      expect([it.now().value, it.now().hasTag('busy')]).toEqual(['failed', false])
      await it.pass(600_000)
      await it.send({ type: 'bonus.retry' }, { type: 'bonus.retry' })
      expect(it.asked(READ)).toHaveLength(2)
      await it.answer(READ, nothingHeld)
      expect(it.now().value).toBe('shown')
    },
  )
})

test('opens a bonus that comes after one which could not be read (R133)', async () => {
  const it = await shown({ ...nothingHeld, bonuses: [null, ...nothingHeld.bonuses] })
  await it.send(open())
  expect(it.now().value).toBe('details')
})

describe('another day', () => {
  const tick = (now: number) => ({ type: 'clock.tick', now }) as const
  const midnight = NOON + 12 * 3_600_000

  test('re-reads the bonuses when a new day begins at midnight in Bangkok (R226, D-35)', async () => {
    const it = await shown()
    await it.send(tick(midnight - 1))
    expect([it.now().value, it.asked(READ).length]).toEqual(['shown', 1])
    await it.send(tick(midnight))
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
  })

  test('midnight closes no open details; the new day shows once they are closed (R226)', async () => {
    const it = await shown()
    await it.send(open(), tick(midnight))
    expect(it.now().value).toBe('details')
    await it.send({ type: 'bonus.leave' }, tick(midnight + 1_000))
    expect(it.now().value).toBe('loading')
  })
})

describe('which bonuses can be opened', () => {
  test.each([
    ['R224', 'WELCOME', nothingHeld, 'details'],
    ['R223', 'DAILY', nothingHeld, 'shown'],
    ['R231', 'WELCOME', oneHeld, 'details'],
    ['R133', 'ANOTHER', nothingHeld, 'shown'],
  ])('%s %s: %s', async (_, code, reading, state) => {
    const it = await shown(reading)
    await it.send(open(code))
    expect(it.now().value).toBe(state)
  })

  test('the active bonus can be opened but not claimed (R231)', async () => {
    const it = await shown(oneHeld)
    await it.send(open(), { type: 'bonus.take' })
    expect([it.now().value, it.isOut()]).toEqual(['details', false])
    await it.send({ type: 'bonus.leave' })
    expect(it.now().value).toBe('shown')
  })
})

describe('taking one', () => {
  test('sends its code and a key (R232, R364)', async () => {
    const it = await taking()
    expect(it.sent()).toEqual([{ key, input: { deed: 'take', code: 'WELCOME' } }])
  })

  test('reports a claimed bonus, re-reads the wallet, then the bonuses (R411)', async () => {
    const it = await taking()
    await it.succeed()
    expect([it.now().value, it.now().context.message, it.reads()]).toEqual(['taken', '', 1])
    await it.send(gotIt)
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
    await it.answer(READ, oneHeld)
    expect(it.now().context.reading).toEqual(oneHeld)
  })

  test.each(['BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_CONDITION', 'BONUS_REMAINING', 'BONUS_FULL'])(
    'reports %s and re-reads the bonuses; the next attempt has a new key (R411)',
    async (code) => {
      const it = await taking()
      await it.refuse(code)
      expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', code])
      await it.send(gotIt)
      await it.answer(READ, nothingHeld)
      await it.send(open(), { type: 'bonus.take' })
      expect(it.now().context.failure).toBeNull()
      expect(new Set(it.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
    },
  )

  test('keeps the previous bonuses visible while they reload, but none can be opened or ended (R230)', async () => {
    const it = await taking()
    await it.succeed()
    await it.send(gotIt, open(), { type: 'bonus.end' })
    expect([it.now().value, it.now().context.reading]).toEqual(['loading', nothingHeld])
    await it.fail(READ, noAnswer)
    expect([it.now().value, it.now().context.reading]).toEqual(['failed', null])
  })
})

describe('ending the active bonus', () => {
  test('without an active bonus there is nothing to end (R228)', async () => {
    const it = await shown()
    await it.send({ type: 'bonus.end' })
    expect(it.now().value).toBe('shown')
  })

  test('asks the player first; keeping the bonus sends nothing (R24, R229)', async () => {
    const it = await shown(oneHeld)
    await it.send({ type: 'bonus.end' })
    expect(it.now().value).toBe('confirming')
    await it.send({ type: 'bonus.keep' })
    expect([it.now().value, it.sent()]).toEqual(['shown', []])
  })

  test('sends the confirmation for any bonus; then re-reads wallet, status and list (R230, R367)', async () => {
    const it = await shown(oneHeld)
    await it.send(open(), { type: 'bonus.leave' }, { type: 'bonus.end' }, { type: 'bonus.confirm' })
    expect(it.sent()).toEqual([{ key, input: { deed: 'end', code: '' } }])
    await it.succeed()
    expect([it.now().value, it.reads()]).toEqual(['ended', 1])
    await it.send(gotIt)
    expect(it.asked(READ)).toHaveLength(2)
  })

  test("keeps the server's message, and drops it before the next claim (R230)", async () => {
    const it = await ending()
    await it.succeed({ message: 'BONUS_CLEAR' })
    expect(it.now().context.message).toBe('BONUS_CLEAR')
    await it.send(gotIt)
    await it.answer(READ, nothingHeld)
    await it.send(open(), { type: 'bonus.take' })
    await it.succeed()
    expect([it.now().value, it.now().context.message]).toEqual(['taken', ''])
  })

  test('reports a refusal (R414)', async () => {
    const it = await ending()
    await it.refuse('INTERNAL_SERVER_ERROR')
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'INTERNAL_SERVER_ERROR'])
  })
})

describe.each([
  ['claiming', taking],
  ['ending', ending],
] as const)('exactly once: %s', (state, begin) => {
  test('without an answer no failure is reported, the wallet is re-read, and a check resends the request', async () => {
    const it = await begin()
    await it.lose()
    expect([it.now().value, it.now().context.failure, it.reads()]).toEqual([state, null, 1])
    await it.send({ type: 'bonus.take' }, { type: 'bonus.confirm' }, gotIt, { type: 'bonus.leave' })
    await it.pass(600_000)
    expect([it.now().value, it.isOut()]).toEqual([state, false])
    await it.check()
    const [first, ...more] = it.sent()
    expect(more).toEqual([first])
  })
})

test('re-reads the bonuses when a promotion is claimed, even while they are loading (R412)', async () => {
  const it = await startOwner(bonus, { pending: null, pendingCode: null })
  await it.send({ type: 'promotion.ended' })
  expect(it.asked(READ)).toHaveLength(2)
  await it.answer(READ, oneHeld)
  expect(it.now().context.reading).toEqual(oneHeld)
})

test.each(['take', 'end'] as const)(
  'a request from before a reload (%s) is resent at once with its key; then the bonuses are re-read',
  async (deed) => {
    const pending = pendingOf({ deed, code: deed === 'take' ? 'WELCOME' : '' })
    const it = await startOwner(bonus, { pending, pendingCode: null })
    expect([it.now().value, it.sent(), it.fakes.calls]).toEqual([
      deed === 'take' ? 'claiming' : 'ending',
      [{ key: pending.key, input: pending.input }],
      [],
    ])
    await it.succeed()
    expect(it.now().value).toBe(deed === 'take' ? 'taken' : 'ended')
    await it.send({ type: 'bonus.gotIt' })
    expect([it.now().value, it.now().context.pending]).toEqual(['loading', null])
  },
)
