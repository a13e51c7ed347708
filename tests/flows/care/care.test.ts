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
  const it = await start(care, undefined)
  await it.answer(READ, answer)
  return it
}
async function starting() {
  const it = await shown()
  await it.send(ask('week'), confirm)
  return it
}

describe('the page', () => {
  test('is read once, when it opens, and shows the last 30 days first (R579)', async () => {
    const it = await start(care, undefined)
    expect([it.now().value, it.now().hasTag('busy'), it.now().context.care]).toEqual(['loading', true, null])
    await it.answer(READ, playing)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['shown', false])
    expect(it.now().context).toMatchObject({ care: playing, period: 'month' })
    await it.pass(600_000)
    expect(it.asked(READ)).toEqual([{}])
  })

  test('that fails is read again when the player says so, and not before', async () => {
    const it = await start(care, undefined)
    await it.fail(READ, noAnswer)
    await it.pass(600_000)
    expect([it.now().value, it.asked(READ).length]).toEqual(['failed', 1])
    await it.send({ type: 'care.retry' }, { type: 'care.retry' })
    expect([it.now().value, it.asked(READ).length]).toEqual(['loading', 2])
  })

  test('keeps the chosen period when a break has started (R579)', async () => {
    const it = await shown()
    await it.send({ type: 'period.choose', period: 'all' })
    expect([it.now().value, it.now().context.period]).toEqual(['shown', 'all'])
    await it.send(ask('week'), confirm)
    await it.answer(BREAK, onBreak)
    expect([it.now().value, it.now().context.period]).toEqual(['shown', 'all'])
  })
})

describe('a break', () => {
  test('is asked for first, and sent once the player has confirmed (R574, R576)', async () => {
    const it = await shown()
    await it.send(ask('week'))
    expect([it.now().value, it.asked(BREAK).length]).toEqual(['confirming', 0])
    await it.send(confirm, confirm)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['starting', true])
    expect(it.asked(BREAK)).toEqual([{ length: 'week', key }])
  })

  test('that has started is shown as the server answers it (R576)', async () => {
    const it = await starting()
    await it.answer(BREAK, onBreak)
    expect([it.now().value, it.now().context.care, it.asked(READ).length]).toEqual(['shown', onBreak, 1])
  })

  test('is not sent when the player goes back, nor confirmed afterwards (R576)', async () => {
    const it = await shown()
    await it.send(ask('week'), { type: 'break.leave' }, confirm)
    expect([it.now().value, it.asked(BREAK).length]).toEqual(['shown', 0])
  })

  test('has the length that was asked for last, and a key of its own each time (R574)', async () => {
    const it = await shown()
    await it.send(ask('week'), { type: 'break.leave' }, ask('halfYear'), confirmWith('secret-1'))
    await it.answer(BREAK, playing)
    await it.send(ask('day'), confirm)
    const [first, second] = it.asked(BREAK) as { length: string; key: string }[]
    expect([first?.length, second?.length]).toEqual(['halfYear', 'day'])
    expect(second?.key).not.toBe(first?.key)
  })

  test('of a length that the server does not offer cannot be asked for (R574, R576)', async () => {
    const it = await shown(onBreak)
    await it.send(ask('day'))
    expect(it.now().value).toBe('shown')
  })
})

describe('a break without success', () => {
  test('whose outcome is unknown is checked again with the same key and length (R577)', async () => {
    const it = await starting()
    await it.fail(BREAK, noAnswer)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['unsure', false])
    await it.pass(600_000)
    await it.send(check)
    const [first, second] = it.asked(BREAK)
    expect([it.now().value, second]).toEqual(['starting', first])
  })

  test('without an answer is left by reading the page again (R577)', async () => {
    const it = await starting()
    await it.fail(BREAK, noAnswer)
    await it.send(gotIt)
    expect([it.now().value, it.asked(READ).length, it.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('by a refusal shows its reason until the player dismisses it, then reads the page again (R577)', async () => {
    const it = await starting()
    await it.fail(BREAK, refused('PLAY_BREAK'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'PLAY_BREAK'])
    await it.send(check, gotIt)
    expect([it.now().value, it.asked(READ).length, it.asked(BREAK).length]).toEqual(['loading', 2, 1])
  })

  test('by a refusal of the password shows it, because the question has no password field (R577)', async () => {
    const it = await starting()
    await it.fail(BREAK, refused('WRONG_PASSWORD'))
    expect(it.now().value).toBe('refused')
  })
})

describe('a self-exclusion', () => {
  async function asked() {
    const it = await shown()
    await it.send(ask('halfYear'))
    return it
  }

  test('is sent with the password, and not without one (R583)', async () => {
    const it = await asked()
    await it.send(confirm)
    expect([it.now().value, it.asked(BREAK).length]).toEqual(['confirming', 0])
    await it.send(confirmWith('secret-1'))
    expect(it.asked(BREAK)).toEqual([{ length: 'halfYear', key, password: 'secret-1' }])
    expect(JSON.stringify(it.now().context)).not.toContain('secret-1')
  })

  test('with a wrong password is asked for again; typing clears the error, and the key is a new one (R583)', async () => {
    const it = await asked()
    await it.send(confirmWith('secret-1'))
    await it.fail(BREAK, refused('WRONG_PASSWORD'))
    expect([it.now().value, it.now().context.isWrong]).toEqual(['confirming', true])
    await it.send({ type: 'password.type' })
    expect(it.now().context.isWrong).toBe(false)
    await it.send(confirmWith('secret-2'))
    const [first, second] = it.asked(BREAK) as { key: string }[]
    expect(second).toEqual({ length: 'halfYear', key, password: 'secret-2' })
    expect(second?.key).not.toBe(first?.key)
  })

  test.each([
    ['is confirmed again', confirmWith('secret-2')],
    ['is left and another break is asked for', { type: 'break.leave' } as const],
  ])('forgets that the password was wrong when it %s (R583)', async (_, next) => {
    const it = await asked()
    await it.send(confirmWith('secret-1'))
    await it.fail(BREAK, refused('WRONG_PASSWORD'))
    await it.send(next, ask('year'))
    expect(it.now().context.isWrong).toBe(false)
  })

  test('that is refused for another reason shows it (R577)', async () => {
    const it = await asked()
    await it.send(confirmWith('secret-1'))
    await it.fail(BREAK, refused('PLAY_BREAK'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'PLAY_BREAK'])
  })

  test('whose outcome is unknown is checked again with the same key and password (R577, R583)', async () => {
    const it = await asked()
    await it.send(confirmWith('secret-1'))
    await it.fail(BREAK, noAnswer)
    await it.send({ type: 'break.check', password: 'secret-1' })
    const [first, second] = it.asked(BREAK)
    expect(second).toEqual(first)
  })
})
