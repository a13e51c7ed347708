import { describe, expect, test } from 'vitest'
import type { BreakLength } from '#contract/care.ts'
import { onBreak, playing } from '#tests/kit/samples/care.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import care from './care.model.ts'

const READ = 'care.read'
const BREAK = 'care.break'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const ask = (length: BreakLength) => ({ type: 'break.ask', length }) as const
const confirm = { type: 'break.confirm', password: '' } as const
const confirmWith = (password: string) => ({ type: 'break.confirm', password }) as const
const check = { type: 'break.check', password: '' } as const
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

describe('the page', () => {
  test('is read once, when it opens, and shows the last 30 days first (R579)', async () => {
    const app = await start(care, undefined)
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.care]).toEqual(['loading', true, null])
    await app.answer(READ, playing)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context).toMatchObject({ care: playing, period: 'month' })
    await app.pass(600_000)
    expect(app.asked(READ)).toEqual([{}])
  })

  test('that fails is read again when the player says so, and not before', async () => {
    const app = await start(care, undefined)
    await app.fail(READ, noAnswer)
    await app.pass(600_000)
    expect([app.now().value, app.asked(READ).length]).toEqual(['failed', 1])
    await app.send({ type: 'care.retry' }, { type: 'care.retry' })
    expect([app.now().value, app.asked(READ).length]).toEqual(['loading', 2])
  })

  test('keeps the chosen period when a break has started (R579)', async () => {
    const app = await shown()
    await app.send({ type: 'period.choose', period: 'all' })
    expect([app.now().value, app.now().context.period]).toEqual(['shown', 'all'])
    await app.send(ask('week'), confirm)
    await app.answer(BREAK, onBreak)
    expect([app.now().value, app.now().context.period]).toEqual(['shown', 'all'])
  })
})

describe('a break', () => {
  test('is asked for first, and sent once the player has confirmed (R574, R576)', async () => {
    const app = await shown()
    await app.send(ask('week'))
    expect([app.now().value, app.asked(BREAK).length]).toEqual(['confirming', 0])
    await app.send(confirm, confirm)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['starting', true])
    expect(app.asked(BREAK)).toEqual([{ length: 'week', key }])
  })

  test('that has started is shown as the server answers it (R576)', async () => {
    const app = await starting()
    await app.answer(BREAK, onBreak)
    expect([app.now().value, app.now().context.care, app.asked(READ).length]).toEqual(['shown', onBreak, 1])
  })

  test('is not sent when the player goes back, nor confirmed afterwards (R576)', async () => {
    const app = await shown()
    await app.send(ask('week'), { type: 'break.leave' }, confirm)
    expect([app.now().value, app.asked(BREAK).length]).toEqual(['shown', 0])
  })

  test('has the length that was asked for last, and a key of its own each time (R574)', async () => {
    const app = await shown()
    await app.send(ask('week'), { type: 'break.leave' }, ask('halfYear'), confirmWith('secret-1'))
    await app.answer(BREAK, playing)
    await app.send(ask('day'), confirm)
    const [first, second] = app.asked(BREAK) as { length: string; key: string }[]
    expect([first?.length, second?.length]).toEqual(['halfYear', 'day'])
    expect(second?.key).not.toBe(first?.key)
  })

  test('of a length that the server does not offer cannot be asked for (R574, R576)', async () => {
    const app = await shown(onBreak)
    await app.send(ask('day'))
    expect(app.now().value).toBe('shown')
  })
})

describe('a break without success', () => {
  test('whose outcome is unknown is checked again with the same key and length (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.pass(600_000)
    await app.send(check)
    const [first, second] = app.asked(BREAK)
    expect([app.now().value, second]).toEqual(['starting', first])
  })

  test('without an answer is left by reading the page again (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('by a refusal shows its reason until the player dismisses it, then reads the page again (R577)', async () => {
    const app = await starting()
    await app.fail(BREAK, refused('PLAY_BREAK'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'PLAY_BREAK'])
    await app.send(check, gotIt)
    expect([app.now().value, app.asked(READ).length, app.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('by a refusal of the password shows it, because the question has no password field (R577)', async () => {
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

  test('is sent with the password, and not without one (R583)', async () => {
    const app = await asked()
    await app.send(confirm)
    expect([app.now().value, app.asked(BREAK).length]).toEqual(['confirming', 0])
    await app.send(confirmWith('secret-1'))
    expect(app.asked(BREAK)).toEqual([{ length: 'halfYear', key, password: 'secret-1' }])
    expect(JSON.stringify(app.now().context)).not.toContain('secret-1')
  })

  test('with a wrong password is asked for again; typing clears the error, and the key is a new one (R583)', async () => {
    const app = await asked()
    await app.send(confirmWith('secret-1'))
    await app.fail(BREAK, refused('WRONG_PASSWORD'))
    expect([app.now().value, app.now().context.isWrong]).toEqual(['confirming', true])
    await app.send({ type: 'password.type' })
    expect(app.now().context.isWrong).toBe(false)
    await app.send(confirmWith('secret-2'))
    const [first, second] = app.asked(BREAK) as { key: string }[]
    expect(second).toEqual({ length: 'halfYear', key, password: 'secret-2' })
    expect(second?.key).not.toBe(first?.key)
  })

  test.each([
    ['is confirmed again', confirmWith('secret-2')],
    ['is left and another break is asked for', { type: 'break.leave' } as const],
  ])('forgets that the password was wrong when it %s (R583)', async (_, next) => {
    const app = await asked()
    await app.send(confirmWith('secret-1'))
    await app.fail(BREAK, refused('WRONG_PASSWORD'))
    await app.send(next, ask('year'))
    expect(app.now().context.isWrong).toBe(false)
  })

  test('that is refused for another reason shows it (R577)', async () => {
    const app = await asked()
    await app.send(confirmWith('secret-1'))
    await app.fail(BREAK, refused('PLAY_BREAK'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'PLAY_BREAK'])
  })

  test('whose outcome is unknown is checked again with the same key and password (R577, R583)', async () => {
    const app = await asked()
    await app.send(confirmWith('secret-1'))
    await app.fail(BREAK, noAnswer)
    await app.send({ type: 'break.check', password: 'secret-1' })
    const [first, second] = app.asked(BREAK)
    expect(second).toEqual(first)
  })
})
