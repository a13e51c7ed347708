import { describe, expect, test } from 'vitest'
import type { BreakLength } from '#contract/care.ts'
import { onBreak, playing } from '#tests/kit/samples/care.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { confirmed, declined } from '#tests/kit/samples/step-up.ts'
import { start } from '#tests/kit/start.ts'
import care from './care.model.ts'

const READ = 'care.read'
const BREAK = 'care.break'
const STEP_UP = 'stepUp'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const ask = (length: BreakLength) => ({ type: 'break.ask', length }) as const
const confirm = { type: 'break.confirm' } as const
const check = { type: 'break.check' } as const
const gotIt = { type: 'break.gotIt' } as const

async function shown(answer = playing) {
  const app = await start(care, undefined)
  await app.answer(READ, answer)
  return app
}
async function starting() {
  const app = await shown()
  await app.send(ask('week'), confirm)
  return app
}

describe('My play', () => {
  test('is loaded once, when it opens, and shows the last 30 days first (R579)', async () => {
    const app = await start(care, undefined)
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.care]).toEqual(['loading', true, null])
    await app.answer(READ, playing)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context).toMatchObject({ care: playing, period: 'month' })
    await app.pass(600_000)
    expect(app.asked(READ)).toEqual([{}])
  })

  test('is reloaded after a failure only when the player retries', async () => {
    const app = await start(care, undefined)
    await app.fail(READ, noAnswer)
    await app.pass(600_000)
    expect([app.now().value, app.asked(READ).length]).toEqual(['failed', 1])
    await app.send({ type: 'care.retry' }, { type: 'care.retry' })
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
  })

  test('keeps the chosen period when a break starts (R579)', async () => {
    const app = await shown()
    await app.send({ type: 'period.choose', period: 'all' })
    expect([app.now().value, app.now().context.period]).toEqual(['shown', 'all'])
    await app.send(ask('week'), confirm)
    await app.answer(BREAK, onBreak)
    expect([app.now().value, app.now().context.period]).toEqual(['shown', 'all'])
  })
})

describe('a break', () => {
  test('is sent only once, and only after the player confirms it (R574, R576)', async () => {
    const app = await shown()
    await app.send(ask('week'))
    expect([app.now().value, app.asked(BREAK).length]).toEqual(['confirming', 0])
    await app.send(confirm, confirm)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['starting', true])
    expect(app.asked(BREAK)).toEqual([{ length: 'week', key }])
  })

  test('is shown from the data in the reply to its request, without another read (R576)', async () => {
    const app = await starting()
    await app.answer(BREAK, onBreak)
    expect([app.now().value, app.now().context.care, app.asked(READ).length]).toEqual(['shown', onBreak, 1])
  })

  test('is not sent when the player goes back, and cannot be confirmed afterwards (R576)', async () => {
    const app = await shown()
    await app.send(ask('week'), { type: 'break.leave' }, confirm)
    expect([app.now().value, app.asked(BREAK).length]).toEqual(['shown', 0])
  })

  test('is sent with the length chosen last, and with a new idempotency key each time (R574)', async () => {
    const app = await shown()
    await app.send(ask('week'), { type: 'break.leave' }, ask('month'), confirm)
    await app.answer(BREAK, playing)
    await app.send(ask('day'), confirm)
    const [first, second] = app.asked(BREAK) as { length: string; key: string }[]
    expect([first?.length, second?.length]).toEqual(['month', 'day'])
    expect(second?.key).not.toBe(first?.key)
  })

  test('cannot be requested with a length that the server does not offer (R574, R576)', async () => {
    const app = await shown(onBreak)
    await app.send(ask('day'))
    expect(app.now().value).toBe('shown')
  })
})

describe('a break that fails or gets no reply', () => {
  test('is checked with the same key and length (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.pass(600_000)
    await app.send(check)
    const [first, second] = app.asked(BREAK)
    expect([app.now().value, second]).toEqual(['starting', first])
  })

  test('is not checked if the player dismisses the message, and the page then reloads (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('shows the reason for a refusal until the player dismisses it, then reloads the page (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, refused('PLAY_BREAK'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'PLAY_BREAK'])
    await app.send(check, gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('shows a refused password as the reason, because the dialog has no password field (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, refused('WRONG_PASSWORD'))
    expect(app.now().value).toBe('refused')
  })
})

describe('a self-exclusion', () => {
  async function asked() {
    const app = await shown()
    await app.send(ask('halfYear'))
    return app
  }

  test('requires a step-up and then shows the data that the server returns (R583, R628)', async () => {
    const app = await asked()
    expect(app.now().value).toBe('excluding')
    expect(app.asked(STEP_UP)).toEqual([{ name: 'care.break', input: { length: 'halfYear' } }])
    await app.answer(STEP_UP, confirmed(onBreak))
    expect(app.now().value).toBe('shown')
    expect(app.now().context.care).toEqual(onBreak)
  })

  test('cannot start without a step-up, unlike a shorter break (R583)', async () => {
    const app = await asked()
    await app.send(confirm)
    expect(app.now().value).toBe('excluding')
    expect(app.asked(BREAK)).toEqual([])
  })

  test('does not start when the player leaves the step-up (R583)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    expect(app.now().value).toBe('shown')
    expect(app.now().context.care).toEqual(playing)
  })

  test('reloads the page when the player stops checking the outcome (R577)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'unknown' })
    expect(app.now().value).toBe('loading')
    expect(app.asked(READ)).toHaveLength(2)
  })

  test('shows the reason for a refusal (R577)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, declined('PLAY_BREAK'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('PLAY_BREAK')
  })

  test('cannot be requested with a length that the server does not offer (R574, R576)', async () => {
    const app = await shown({ ...playing, lengths: ['year'] })
    await app.send(ask('halfYear'))
    expect(app.now().value).toBe('shown')
  })
})
