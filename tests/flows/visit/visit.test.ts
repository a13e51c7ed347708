import { describe, expect, test } from 'vitest'
import type { CheckMinutes } from '#contract/time-check.ts'
import { playing } from '#tests/kit/samples/care.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import visit from './visit.model.ts'

const READ = 'timeCheck.visit'
const MINUTE = 60_000
const BEGUN = Date.UTC(2026, 0, 2, 3, 0, 0)
const { week: position } = playing.positions

/** A clock tick `after` ms into a visit. */
const tick = (after: number, minutes: CheckMinutes | null = 30, remindedAt = 0) => {
  const times = { now: BEGUN + after, startedAt: BEGUN, remindedAt: BEGUN + remindedAt }
  return { type: 'visit.tick', ...times, isSeen: true, minutes } as const
}
/** Like {@link tick}, but while the page is hidden. */
const unseen = (after: number) => ({ ...tick(after), isSeen: false })

/** Starts the machine. `done` in the result lists what was stored. */
const begun = () => start(visit, undefined, { actions: ['saveReminded'] })

async function shown() {
  const app = await begun()
  await app.send(tick(30 * MINUTE))
  await app.answer(READ, position)
  return app
}

describe('a reminder', () => {
  test.each([30, 60, 120] as const)('is shown after %s minutes, but not earlier (R590, R591)', async (minutes) => {
    const app = await begun()
    await app.send(tick(minutes * MINUTE - 1, minutes))
    expect([app.now().value, app.asked(READ).length]).toEqual(['waiting', 0])
    await app.send(tick(minutes * MINUTE, minutes))
    expect(app.now().value).toEqual({ due: 'adding' })
    expect(app.asked(READ)).toEqual([{ since: String(BEGUN) }])
  })

  test('is never shown to a member who has switched it off (R590)', async () => {
    const app = await begun()
    await app.send(tick(600 * MINUTE, null))
    expect(app.now().value).toBe('waiting')
  })

  test('is timed from the previous reminder, but loads the result of the whole visit (R591, R593)', async () => {
    const app = await begun()
    await app.send(tick(59 * MINUTE, 30, 30 * MINUTE))
    expect(app.now().value).toBe('waiting')
    await app.send(tick(60 * MINUTE, 30, 30 * MINUTE))
    expect(app.asked(READ)).toEqual([{ since: String(BEGUN) }])
  })

  test('shows the winnings and losses (R591)', async () => {
    const app = await shown()
    expect([app.now().value, app.now().hasTag('reminds')]).toEqual([{ due: 'shown' }, true])
    expect(app.now().context.position).toEqual(position)
  })

  test('shows no result if loading fails, not even an earlier result (R591)', async () => {
    const app = await shown()
    await app.send({ type: 'visit.goOn' }, tick(60 * MINUTE, 30, 30 * MINUTE))
    await app.fail(READ, noAnswer)
    expect([app.now().value, app.now().context.position]).toEqual([{ due: 'shown' }, null])
  })

  test('keeps showing the time at which its result was requested (R591)', async () => {
    const app = await shown()
    await app.send(tick(34 * MINUTE))
    expect([app.now().value, app.now().context.now]).toEqual([{ due: 'shown' }, BEGUN + 30 * MINUTE])
  })

  test('waits until the page is visible, then loads the result up to that time (R591)', async () => {
    const app = await begun()
    await app.send(unseen(30 * MINUTE), unseen(69 * MINUTE))
    expect([app.now().value, app.asked(READ).length]).toEqual(['waiting', 0])
    await app.send(tick(70 * MINUTE))
    await app.answer(READ, position)
    expect([app.now().value, app.now().context.now]).toEqual([{ due: 'shown' }, BEGUN + 70 * MINUTE])
  })

  test('reappears with a newer result after the page has been hidden (R591)', async () => {
    const app = await shown()
    await app.send(unseen(31 * MINUTE))
    expect(app.now().value).toBe('waiting')
    await app.send(tick(50 * MINUTE))
    expect([app.now().value, app.asked(READ).length]).toEqual([{ due: 'adding' }, 2])
    expect([app.now().context.now, app.done]).toEqual([BEGUN + 50 * MINUTE, []])
  })
})

describe('a reminded player', () => {
  test('can continue, and the time of the reminder is saved (R593)', async () => {
    const app = await shown()
    await app.send(tick(31 * MINUTE), { type: 'visit.goOn' })
    expect(app.now().value).toBe('waiting')
    expect(app.done).toEqual(['saveReminded'])
  })

  test('can log out, which does not count as an answer to the reminder (R593, D-65)', async () => {
    const app = await shown()
    await app.send({ type: 'visit.leave' })
    expect([app.now().value, app.done]).toEqual(['left', []])
  })

  test.each([
    ['has answered in another tab', tick(31 * MINUTE, 30, 31 * MINUTE)],
    ['has turned reminders off', tick(31 * MINUTE, null)],
  ])('who %s no longer sees the reminder (R590, R592)', async (_, next) => {
    const app = await shown()
    await app.send(next)
    expect([app.now().value, app.done]).toEqual(['waiting', []])
  })
})

test('a due reminder is not shown if the player answers it in another tab while the result is loading (R592)', async () => {
  const app = await begun()
  await app.send(tick(30 * MINUTE), tick(31 * MINUTE, 30, 31 * MINUTE))
  expect(app.now().value).toBe('waiting')
})
