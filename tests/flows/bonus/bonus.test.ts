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
  test('R133 R363 R365 everything is asked for once, when the page opens', async () => {
    const it = await startOwner(bonus, { pending: null, pendingCode: null })
    expect([it.asked(READ).length, it.now().hasTag('busy')]).toEqual([1, true])
    await it.answer(READ, oneHeld)
    expect([it.now().value, it.now().context.reading]).toEqual(['shown', oneHeld])
    await it.pass(600_000)
    expect(it.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'R407 a failure (%o) only ends the waiting; it is read again by the player alone',
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

describe('another day', () => {
  const tick = (now: number) => ({ type: 'clock.tick', now }) as const
  const midnight = NOON + 12 * 3_600_000

  test('R226 D-35 begins at midnight in Bangkok: then the bonuses are read anew', async () => {
    const it = await shown()
    await it.send(tick(midnight - 1))
    expect([it.now().value, it.asked(READ).length]).toEqual(['shown', 1])
    await it.send(tick(midnight))
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
  })

  test('R226 takes no details away, and is seen when they are closed', async () => {
    const it = await shown()
    await it.send(open(), tick(midnight))
    expect(it.now().value).toBe('details')
    await it.send({ type: 'bonus.leave' }, tick(midnight + 1_000))
    expect(it.now().value).toBe('loading')
  })
})

describe('which can be opened', () => {
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

  test('R231 the one in effect cannot be taken, only read', async () => {
    const it = await shown(oneHeld)
    await it.send(open(), { type: 'bonus.take' })
    expect([it.now().value, it.isOut()]).toEqual(['details', false])
    await it.send({ type: 'bonus.leave' })
    expect(it.now().value).toBe('shown')
  })
})

describe('taking one', () => {
  test('R232 R364 goes out with its code and a key', async () => {
    const it = await taking()
    expect(it.sent()).toEqual([{ key, input: { deed: 'take', code: 'WELCOME' } }])
  })

  test('R411 taken: it is said, the wallet is read, and then the bonuses are', async () => {
    const it = await taking()
    await it.succeed()
    expect([it.now().value, it.now().context.message, it.reads()]).toEqual(['taken', '', 1])
    await it.send(gotIt)
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
    await it.answer(READ, oneHeld)
    expect(it.now().context.reading).toEqual(oneHeld)
  })

  test.each(['BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_CONDITION', 'BONUS_REMAINING', 'BONUS_FULL'])(
    'R411 %s is said, and the bonuses are read anew; the next time has a key of its own',
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

  test('R230 while the bonuses are read anew those from before show, and none can be opened or ended', async () => {
    const it = await taking()
    await it.succeed()
    await it.send(gotIt, open(), { type: 'bonus.end' })
    expect([it.now().value, it.now().context.reading]).toEqual(['loading', nothingHeld])
    await it.fail(READ, noAnswer)
    expect([it.now().value, it.now().context.reading]).toEqual(['failed', null])
  })
})

describe('ending the one in effect', () => {
  test('R228 without one there is nothing to end', async () => {
    const it = await shown()
    await it.send({ type: 'bonus.end' })
    expect(it.now().value).toBe('shown')
  })

  test('R24 R229 the player is asked first; whoever keeps it sends nothing', async () => {
    const it = await shown(oneHeld)
    await it.send({ type: 'bonus.end' })
    expect(it.now().value).toBe('confirming')
    await it.send({ type: 'bonus.keep' })
    expect([it.now().value, it.sent()]).toEqual(['shown', []])
  })

  test('R230 R367 confirmed it goes out, of whichever bonus it is; then wallet, status and list are read', async () => {
    const it = await shown(oneHeld)
    await it.send(open(), { type: 'bonus.leave' }, { type: 'bonus.end' }, { type: 'bonus.confirm' })
    expect(it.sent()).toEqual([{ key, input: { deed: 'end', code: '' } }])
    await it.succeed()
    expect([it.now().value, it.reads()]).toEqual(['ended', 1])
    await it.send(gotIt)
    expect(it.asked(READ)).toHaveLength(2)
  })

  test('R230 what the server says to it is kept, and not said of the next one taken', async () => {
    const it = await ending()
    await it.succeed({ message: 'BONUS_CLEAR' })
    expect(it.now().context.message).toBe('BONUS_CLEAR')
    await it.send(gotIt)
    await it.answer(READ, nothingHeld)
    await it.send(open(), { type: 'bonus.take' })
    await it.succeed()
    expect([it.now().value, it.now().context.message]).toEqual(['taken', ''])
  })

  test('R414 a refusal is said', async () => {
    const it = await ending()
    await it.refuse('INTERNAL_SERVER_ERROR')
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'INTERNAL_SERVER_ERROR'])
  })
})

describe.each([
  ['taking', taking],
  ['ending', ending],
])('exactly once: %s', (_, begin) => {
  test('exactly once: no answer: nothing is said to have failed, the wallet is read; a check sends the same again', async () => {
    const it = await begin()
    await it.lose()
    expect([it.now().value, it.now().context.failure, it.reads()]).toEqual(['attempting', null, 1])
    await it.send({ type: 'bonus.take' }, { type: 'bonus.confirm' }, gotIt, { type: 'bonus.leave' })
    await it.pass(600_000)
    expect([it.now().value, it.isOut()]).toEqual(['attempting', false])
    await it.check()
    const [first, ...more] = it.sent()
    expect(more).toEqual([first])
  })
})

test('R412 a promotion may be received while the bonuses are being read: they are read anew', async () => {
  const it = await startOwner(bonus, { pending: null, pendingCode: null })
  await it.send({ type: 'promotion.ended' })
  expect(it.asked(READ)).toHaveLength(2)
  await it.answer(READ, oneHeld)
  expect(it.now().context.reading).toEqual(oneHeld)
})

test.each(['take', 'end'] as const)(
  'exactly once: what was confirmed before the page was loaded again (%s) is asked for at once, with its key; then the bonuses are read',
  async (deed) => {
    const pending = pendingOf({ deed, code: deed === 'take' ? 'WELCOME' : '' })
    const it = await startOwner(bonus, { pending, pendingCode: null })
    expect([it.now().value, it.sent(), it.fakes.calls]).toEqual([
      'attempting',
      [{ key: pending.key, input: pending.input }],
      [],
    ])
    await it.succeed()
    expect(it.now().value).toBe(deed === 'take' ? 'taken' : 'ended')
    await it.send({ type: 'bonus.gotIt' })
    expect([it.now().value, it.now().context.pending]).toEqual(['loading', null])
  },
)
